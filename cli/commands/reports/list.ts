import { defineCommand } from '../../command.ts';
import { unwrap } from '../../http/client.ts';
import { readPages } from '../../http/pages.ts';
import { omitUndefined } from '../../input/arguments.ts';
import { type ListRange, readRange } from '../../input/list-range.ts';
import { notePage } from '../../output/page-note.ts';
import type { Column } from '../../output/table.ts';
import { type ReportGroup, reasonsOf, STATES } from './fields.ts';

interface ListOptions {
  readonly range: ListRange;
  readonly filters: { readonly state?: ReportGroup['state'] };
}

export default defineCommand<ListOptions>({
  parse: ({ options }) => ({ range: readRange(options), filters: omitUndefined({ state: options.choice('state', STATES) }) }),
  async run(context, { range, filters }) {
    const { print } = context;
    const api = await context.api();
    const { data, pagination } = await readPages(context, range, (page) =>
      unwrap(api.GET('/api/v1/admin/reports', { params: { query: { ...filters, ...page } } })),
    );
    const columns: Column<ReportGroup>[] = [
      { title: 'Kind', value: (group) => group.entityType },
      { title: 'ID', value: (group) => group.entityId, align: 'right' },
      { title: 'State', value: (group) => group.state, isStatus: true },
      { title: 'Reports', value: (group) => group.count, align: 'right' },
      { title: 'Reasons', value: reasonsOf, isText: true, dropOrder: 2 },
      { title: 'Status', value: (group) => group.content?.status ?? 'deleted', isStatus: true },
      { title: 'Author', value: (group) => group.content?.authorId ?? null, isText: true, dropOrder: 3 },
      { title: 'Text', value: (group) => group.content?.title ?? group.content?.text ?? null, isText: true },
      { title: 'Last', value: (group) => group.lastAt, display: (group) => print.time(group.lastAt), dropOrder: 1 },
    ];
    print.rows(columns, data, { data, pagination });
    notePage(print, pagination);
  },
});
