import { defineCommand } from '../../command.ts';
import { unwrap } from '../../http/client.ts';
import { omitUndefined } from '../../input/arguments.ts';
import { ITEM_TYPES } from '../../input/item-types.ts';
import { notePage } from '../../output/page-note.ts';
import type { Column } from '../../output/table.ts';
import { type Review, STATUSES, stars } from './fields.ts';

interface ListQuery {
  readonly status?: Review['status'];
  readonly itemType?: Review['itemType'];
  readonly rating?: number;
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
      itemType: options.choice('itemType', ITEM_TYPES),
      rating: options.number('rating'),
      q: options.text('search'),
    }),
  async run({ api, print }, query) {
    const { data, pagination } = await unwrap((await api()).GET('/api/v1/admin/reviews', { params: { query } }));
    const columns: Column<Review>[] = [
      { title: 'ID', value: (review) => review.id, align: 'right' },
      { title: 'Status', value: (review) => review.status },
      { title: 'Rating', value: (review) => review.rating, display: stars },
      { title: 'Item', value: (review) => `${review.itemType} ${review.itemId}` },
      { title: 'Author', value: (review) => review.guestName ?? review.userId, shrinkOrder: 2 },
      { title: 'Text', value: (review) => review.title ?? review.comment, shrinkOrder: 3 },
      { title: 'Created', value: (review) => review.createdAt, display: (review) => print.time(review.createdAt) },
    ];
    print.rows(columns, data, { data, pagination });
    notePage(print, pagination);
  },
});
