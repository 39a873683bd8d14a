import type { components } from '../../http/api-types.ts';
import { unwrap } from '../../http/client.ts';
import { verb } from '../../kit.ts';
import type { Column } from '../../output/table.ts';
import { projectOf } from '../project.ts';

type TestPhone = components['schemas']['TestPhone'];

export default verb<{ id: number }>({
  parse: async (_raw, kit) => ({ id: await projectOf(kit) }),
  async run({ api, print }, path) {
    const phones = await unwrap((await api()).GET('/api/v1/admin/projects/{id}/test-phones', { params: { path } }));
    const columns: Column<TestPhone>[] = [
      { title: 'Phone', value: ({ phone }) => phone },
      { title: 'Code', value: ({ code }) => code },
      { title: 'Expires', value: ({ expiresAt }) => expiresAt, shown: ({ expiresAt }) => print.time(expiresAt) || 'never' },
      { title: 'Created', value: ({ createdAt }) => createdAt, shown: ({ createdAt }) => print.time(createdAt) },
    ];
    print.rows(columns, phones, phones);
  },
});
