import { defineCommand } from '../../command.ts';
import type { components } from '../../http/api-types.ts';
import { unwrap } from '../../http/client.ts';
import type { Column } from '../../output/table.ts';
import { readProject } from '../../profiles/project.ts';

type TestPhone = components['schemas']['TestPhone'];

export default defineCommand<{ id: number }>({
  parse: async (_line, context) => ({ id: await readProject(context) }),
  async run({ api, print }, path) {
    const phones = await unwrap((await api()).GET('/api/v1/admin/projects/{id}/test-phones', { params: { path } }));
    const columns: Column<TestPhone>[] = [
      { title: 'Phone', value: ({ phone }) => phone },
      { title: 'Code', value: ({ code }) => code },
      { title: 'Expires', value: ({ expiresAt }) => expiresAt, display: ({ expiresAt }) => print.time(expiresAt) || 'never' },
      { title: 'Created', value: ({ createdAt }) => createdAt, display: ({ createdAt }) => print.time(createdAt) },
    ];
    print.rows(columns, phones, phones);
  },
});
