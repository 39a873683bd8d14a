import type { components } from '../../../generated/api-types.ts';
import { defineCommand } from '../../command.ts';
import { unwrap } from '../../http/client.ts';
import { type ListRange, readRange } from '../../input/list-range.ts';
import { firstRows } from '../../output/page-note.ts';
import type { Column } from '../../output/table.ts';
import { readProject } from '../../profiles/project.ts';

type TestPhone = components['schemas']['TestPhone'];

export default defineCommand<{ id: number; range: ListRange }>({
  parse: async ({ options }, context) => ({ id: await readProject(context), range: readRange(options) }),
  async run({ api, print }, { range, ...path }) {
    const phones = await unwrap((await api()).GET('/api/v1/admin/projects/{id}/test-phones', { params: { path } }));
    const columns: Column<TestPhone>[] = [
      { title: 'Phone', value: ({ phone }) => phone },
      { title: 'Code', value: ({ code }) => code },
      { title: 'Source', value: ({ source }) => source },
      { title: 'Expires', value: ({ expiresAt }) => expiresAt, display: ({ expiresAt }) => print.time(expiresAt) || 'never' },
      { title: 'Created', value: ({ createdAt }) => createdAt, display: ({ createdAt }) => print.time(createdAt), dropOrder: 1 },
    ];
    const rows = firstRows(print, phones, range);
    print.rows(columns, rows, rows);
  },
});
