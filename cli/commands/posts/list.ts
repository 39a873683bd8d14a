import { defineCommand } from '../../command.ts';
import { unwrap } from '../../http/client.ts';
import { readPages } from '../../http/pages.ts';
import { omitUndefined } from '../../input/arguments.ts';
import { type ListRange, readRange } from '../../input/list-range.ts';
import { readQueueFilters } from '../../input/queue-filters.ts';
import { notePage } from '../../output/page-note.ts';
import type { Column } from '../../output/table.ts';
import { CATEGORIES, MODERATION, type Post, SORTS, STATUSES } from './fields.ts';

interface Filters {
  readonly status?: Post['status'];
  readonly category?: Post['category'];
  readonly q?: string;
  readonly moderation?: (typeof MODERATION)[number];
  readonly authorId?: string;
  readonly from?: string;
  readonly to?: string;
  readonly sort?: (typeof SORTS)[number];
}

interface ListOptions {
  readonly range: ListRange;
  readonly filters: Filters;
}

export default defineCommand<ListOptions>({
  parse({ options }, { io }) {
    const filters = omitUndefined({
      status: options.choice('status', STATUSES),
      category: options.choice('category', CATEGORIES),
      moderation: options.choice('moderation', MODERATION),
      q: options.text('search'),
      sort: options.choice('sort', SORTS),
    });
    return { range: readRange(options), filters: { ...filters, ...readQueueFilters(options, io.now()) } };
  },
  async run(context, { range, filters }) {
    const { print } = context;
    const api = await context.api();
    const { data, pagination } = await readPages(context, range, (page) =>
      unwrap(api.GET('/api/v1/admin/posts', { params: { query: { ...filters, ...page } } })),
    );
    const columns: Column<Post>[] = [
      { title: 'ID', value: (post) => post.id, align: 'right' },
      { title: 'Status', value: (post) => post.status, isStatus: true },
      { title: 'Category', value: (post) => post.category, dropOrder: 1 },
      { title: 'Votes', value: (post) => post.votesCount, align: 'right' },
      { title: 'Comments', value: (post) => post.commentsCount, align: 'right', dropOrder: 2 },
      { title: 'Title', value: (post) => post.title, isText: true },
      { title: 'Created', value: (post) => post.createdAt, display: (post) => print.time(post.createdAt), dropOrder: 3 },
    ];
    print.rows(columns, data, { data, pagination });
    notePage(print, pagination);
  },
});
