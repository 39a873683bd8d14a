import { defineCommand } from '../../command.ts';
import { unwrap } from '../../http/client.ts';
import { type ListRange, readRange } from '../../input/list-range.ts';
import { firstRows } from '../../output/page-note.ts';
import type { Column } from '../../output/table.ts';
import type { ApiKey } from './scopes.ts';

export default defineCommand<ListRange>({
  parse: ({ options }) => readRange(options),
  async run({ api, print, session }, range) {
    const { project } = await session();
    const all = await unwrap((await api()).GET('/api/v1/admin/api-keys'));
    const keys = project === null ? all : all.filter(({ projectId }) => projectId === project);
    const columns: Column<ApiKey>[] = [
      { title: 'ID', value: (key) => key.id, align: 'right' },
      { title: 'Name', value: (key) => key.name, isText: true },
      { title: 'Prefix', value: (key) => key.prefix, dropOrder: 2 },
      { title: 'Scopes', value: (key) => key.scopes.join(',') },
      { title: 'Apps', value: (key) => key.apps?.join(','), display: (key) => key.apps?.join(',') ?? 'all', isText: true, dropOrder: 1 },
      { title: 'Expires', value: (key) => key.expiresAt, display: (key) => print.time(key.expiresAt) || 'never' },
      { title: 'Last used', value: (key) => key.lastUsedAt, display: (key) => print.time(key.lastUsedAt) || 'never', dropOrder: 3 },
      { title: 'Created', value: (key) => key.createdAt, display: (key) => print.time(key.createdAt), dropOrder: 4 },
      { title: 'Project', value: (key) => key.projectId, display: (key) => String(key.projectId ?? 'all'), align: 'right', dropOrder: 5 },
    ];
    const rows = firstRows(print, keys, range);
    print.rows(columns, rows, rows);
  },
});
