import { defineCommand } from '../../command.ts';
import { unwrap } from '../../http/client.ts';
import { readPages } from '../../http/pages.ts';
import { omitUndefined } from '../../input/arguments.ts';
import { type ListRange, readRange } from '../../input/list-range.ts';
import { notePage } from '../../output/page-note.ts';
import type { Column } from '../../output/table.ts';
import { type Item, STATUSES } from './fields.ts';

interface Filters {
  readonly status?: Item['status'];
  readonly category?: string;
}

interface ListOptions {
  readonly range: ListRange;
  readonly filters: Filters;
}

export default defineCommand<ListOptions>({
  parse: ({ options }) => ({
    range: readRange(options),
    filters: omitUndefined({
      status: options.choice('status', STATUSES),
      category: options.text('category'),
    }),
  }),
  async run(context, { range, filters }) {
    const { print } = context;
    const api = await context.api();
    const { data, pagination } = await readPages(context, range, (page) =>
      unwrap(api.GET('/api/v1/roadmap', { params: { query: { ...filters, ...page } } })),
    );
    const columns: Column<Item>[] = [
      { title: 'ID', value: (item) => item.id, align: 'right' },
      { title: 'Status', value: (item) => item.status, isStatus: true },
      { title: 'Position', value: (item) => item.position, align: 'right', dropOrder: 1 },
      { title: 'Title', value: (item) => item.title, isText: true },
      { title: 'Category', value: (item) => item.category, isText: true, dropOrder: 2 },
      { title: 'Post', value: (item) => item.postId, align: 'right', dropOrder: 4 },
      { title: 'Target', value: (item) => item.targetDate, dropOrder: 3 },
      { title: 'Updated', value: (item) => item.updatedAt, display: (item) => print.time(item.updatedAt), dropOrder: 5 },
    ];
    print.rows(columns, data, { data, pagination });
    notePage(print, pagination);
  },
});
