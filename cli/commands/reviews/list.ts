import { defineCommand } from '../../command.ts';
import { unwrap } from '../../http/client.ts';
import { readPages } from '../../http/pages.ts';
import { omitUndefined } from '../../input/arguments.ts';
import { ITEM_TYPES } from '../../input/item-types.ts';
import { type ListRange, readRange } from '../../input/list-range.ts';
import { readItem, readQueueFilters } from '../../input/queue-filters.ts';
import { notePage } from '../../output/page-note.ts';
import type { Column } from '../../output/table.ts';
import { type Review, SORTS, STATUSES, stars } from './fields.ts';

interface Filters {
  readonly status?: Review['status'];
  readonly itemType?: Review['itemType'];
  readonly rating?: number;
  readonly q?: string;
  readonly itemId?: number;
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
    const item = readItem(options.text('item'), ITEM_TYPES);
    const filters = omitUndefined({
      status: options.choice('status', STATUSES),
      itemType: item?.type ?? options.choice('itemType', ITEM_TYPES),
      itemId: item?.id,
      rating: options.number('rating'),
      q: options.text('search'),
      sort: options.choice('sort', SORTS),
    });
    return { range: readRange(options), filters: { ...filters, ...readQueueFilters(options, io.now()) } };
  },
  async run(context, { range, filters }) {
    const { print } = context;
    const api = await context.api();
    const { data, pagination } = await readPages(context, range, (page) =>
      unwrap(api.GET('/api/v1/admin/reviews', { params: { query: { ...filters, ...page } } })),
    );
    const columns: Column<Review>[] = [
      { title: 'ID', value: (review) => review.id, align: 'right' },
      { title: 'Status', value: (review) => review.status, isStatus: true },
      { title: 'Rating', value: (review) => review.rating, display: stars },
      { title: 'Item', value: (review) => `${review.itemType} ${review.itemId}`, dropOrder: 1 },
      { title: 'Author', value: (review) => review.guestName ?? review.userId, isText: true },
      { title: 'Text', value: (review) => review.title ?? review.comment, isText: true },
      { title: 'Created', value: (review) => review.createdAt, display: (review) => print.time(review.createdAt), dropOrder: 2 },
    ];
    print.rows(columns, data, { data, pagination });
    notePage(print, pagination);
  },
});
