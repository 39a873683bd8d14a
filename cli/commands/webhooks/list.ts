import { defineCommand } from '../../command.ts';
import { unwrap } from '../../http/client.ts';
import { omitUndefined } from '../../input/arguments.ts';
import { type ListRange, readRange } from '../../input/list-range.ts';
import { firstRows } from '../../output/page-note.ts';
import type { Column } from '../../output/table.ts';
import { stateOf, type Webhook } from './fields.ts';

export default defineCommand<ListRange>({
  parse: ({ options }) => readRange(options),
  async run({ api, print, session }, range) {
    const { project } = await session();
    const query = omitUndefined({ projectId: project ?? undefined });
    const webhooks = await unwrap((await api()).GET('/api/v1/admin/webhooks', { params: { query } }));
    const columns: Column<Webhook>[] = [
      { title: 'ID', value: ({ id }) => id, align: 'right' },
      { title: 'State', value: stateOf, isStatus: true },
      { title: 'URL', value: ({ url }) => url, isText: true },
      { title: 'Events', value: ({ events }) => events.join(','), isText: true },
      { title: 'Format', value: ({ format }) => format, dropOrder: 3 },
      {
        title: 'Last success',
        value: ({ health }) => health.lastSuccessAt,
        display: ({ health }) => print.time(health.lastSuccessAt) || 'never',
        dropOrder: 2,
      },
      { title: 'Description', value: ({ description }) => description, isText: true, dropOrder: 4 },
      {
        title: 'Project',
        value: ({ projectId }) => projectId,
        display: ({ projectId }) => String(projectId ?? 'all'),
        align: 'right',
        dropOrder: 1,
      },
    ];
    const rows = firstRows(print, webhooks, range);
    print.rows(columns, rows, rows);
  },
});
