import { defineCommand } from '../../command.ts';
import { unwrap } from '../../http/client.ts';
import { omitUndefined } from '../../input/arguments.ts';
import { notePage } from '../../output/page-note.ts';
import type { Column } from '../../output/table.ts';
import { type Item, STATUSES } from './fields.ts';

interface ListQuery {
  readonly status?: Item['status'];
  readonly category?: string;
  readonly page?: number;
  readonly limit?: number;
}

export default defineCommand<ListQuery>({
  parse: ({ options }) =>
    omitUndefined({
      page: options.number('page'),
      limit: options.number('limit'),
      status: options.choice('status', STATUSES),
      category: options.text('category'),
    }),
  async run({ api, print }, query) {
    const { data, pagination } = await unwrap((await api()).GET('/api/v1/roadmap', { params: { query } }));
    const columns: Column<Item>[] = [
      { title: 'ID', value: (item) => item.id, align: 'right' },
      { title: 'Status', value: (item) => item.status },
      { title: 'Position', value: (item) => item.position, align: 'right' },
      { title: 'Title', value: (item) => item.title, shrinkOrder: 2 },
      { title: 'Category', value: (item) => item.category, shrinkOrder: 1 },
      { title: 'Post', value: (item) => item.postId, align: 'right' },
      { title: 'Target', value: (item) => item.targetDate },
      { title: 'Updated', value: (item) => item.updatedAt, display: (item) => print.time(item.updatedAt) },
    ];
    print.rows(columns, data, { data, pagination });
    notePage(print, pagination);
  },
});
