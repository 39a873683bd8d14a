import { defineCommand } from '../../command.ts';
import { unwrap } from '../../http/client.ts';
import { omitUndefined } from '../../input/arguments.ts';
import { notePage } from '../../output/page-note.ts';
import type { Column } from '../../output/table.ts';
import { CATEGORIES, type Post, STATUSES } from './fields.ts';

interface ListQuery {
  readonly status?: Post['status'];
  readonly category?: Post['category'];
  readonly q?: string;
  readonly page?: number;
  readonly limit?: number;
}

export default defineCommand<ListQuery>({
  parse: ({ options }) =>
    omitUndefined({
      page: options.number('page'),
      limit: options.number('limit'),
      status: options.choice('status', STATUSES),
      category: options.choice('category', CATEGORIES),
      q: options.text('search'),
    }),
  async run({ api, print }, query) {
    const { data, pagination } = await unwrap((await api()).GET('/api/v1/admin/posts', { params: { query } }));
    const columns: Column<Post>[] = [
      { title: 'ID', value: (post) => post.id, align: 'right' },
      { title: 'Status', value: (post) => post.status },
      { title: 'Category', value: (post) => post.category },
      { title: 'Votes', value: (post) => post.votesCount, align: 'right' },
      { title: 'Comments', value: (post) => post.commentsCount, align: 'right' },
      { title: 'Title', value: (post) => post.title, shrinkOrder: 1 },
      { title: 'Created', value: (post) => post.createdAt, display: (post) => print.time(post.createdAt) },
    ];
    print.rows(columns, data, { data, pagination });
    notePage(print, pagination);
  },
});
