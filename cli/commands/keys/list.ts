import { defineCommand } from '../../command.ts';
import { unwrap } from '../../http/client.ts';
import type { Column } from '../../output/table.ts';
import type { ApiKey } from './scopes.ts';

export default defineCommand<object>({
  parse: () => ({}),
  async run({ api, print }) {
    const keys = await unwrap((await api()).GET('/api/v1/admin/api-keys'));
    const columns: Column<ApiKey>[] = [
      { title: 'ID', value: (key) => key.id, align: 'right' },
      { title: 'Name', value: (key) => key.name, shrinkOrder: 2 },
      { title: 'Prefix', value: (key) => key.prefix },
      { title: 'Scopes', value: (key) => key.scopes.join(',') },
      { title: 'Apps', value: (key) => key.apps?.join(','), display: (key) => key.apps?.join(',') ?? 'all', shrinkOrder: 3 },
      { title: 'Expires', value: (key) => key.expiresAt, display: (key) => print.time(key.expiresAt) || 'never' },
      { title: 'Last used', value: (key) => key.lastUsedAt, display: (key) => print.time(key.lastUsedAt) || 'never' },
      { title: 'Created', value: (key) => key.createdAt, display: (key) => print.time(key.createdAt) },
    ];
    print.rows(columns, keys, keys);
  },
});
