import { defineCommand } from '../../command.ts';
import { unwrap } from '../../http/client.ts';
import { type ListRange, readRange } from '../../input/list-range.ts';
import { firstRows } from '../../output/page-note.ts';
import type { Column } from '../../output/table.ts';

interface Session {
  readonly id: string;
  readonly device: string | null;
  readonly address: string | null;
  readonly createdAt: string;
  readonly lastUsedAt: string;
  readonly current: boolean;
}

export default defineCommand<ListRange>({
  parse: ({ options }) => readRange(options),
  async run({ api, print }, range) {
    const { data } = await unwrap((await api()).GET('/api/v1/auth/auth/sessions'));
    const columns: Column<Session>[] = [
      { title: 'ID', value: ({ id }) => id },
      { title: 'Device', value: ({ device }) => device, isText: true },
      { title: 'Network', value: ({ address }) => address, dropOrder: 1 },
      { title: 'Signed in', value: ({ createdAt }) => createdAt, display: ({ createdAt }) => print.time(createdAt), dropOrder: 2 },
      { title: 'Last used', value: ({ lastUsedAt }) => lastUsedAt, display: ({ lastUsedAt }) => print.time(lastUsedAt) },
      { title: 'Current', value: ({ current }) => current, display: ({ current }) => (current ? 'yes' : 'no') },
    ];
    const rows = firstRows(print, data, range);
    print.rows(columns, rows, rows);
  },
});
