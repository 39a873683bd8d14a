import { unwrap } from '../../http/client.ts';
import { type Raw, verb } from '../../kit.ts';
import type { Column } from '../../output/table.ts';
import { given } from '../arguments.ts';
import { notePages } from '../pages.ts';
import { type Review, stars } from './fields.ts';

interface ListOptions {
  readonly status?: Review['status'];
  readonly itemType?: Review['itemType'];
  readonly rating?: number;
  readonly q?: string;
  readonly page: number;
  readonly limit: number;
}

export default verb<ListOptions>({
  parse: ({ options }: Raw) => {
    const { status, itemType, rating, search, page, limit } = options as Omit<ListOptions, 'q'> & { search?: string };
    return { page, limit, ...given({ status, itemType, rating, q: search }) };
  },
  async run({ api, print }, query) {
    const { data, pagination } = await unwrap((await api()).GET('/api/v1/admin/reviews', { params: { query } }));
    const columns: Column<Review>[] = [
      { title: 'ID', value: (review) => review.id, align: 'right' },
      { title: 'Status', value: (review) => review.status },
      { title: 'Rating', value: (review) => review.rating, shown: stars },
      { title: 'Item', value: (review) => `${review.itemType} ${review.itemId}` },
      { title: 'Author', value: (review) => review.guestName ?? review.userId, shrinks: 2 },
      { title: 'Text', value: (review) => review.title ?? review.comment, shrinks: 3 },
      { title: 'Created', value: (review) => review.createdAt, shown: (review) => print.time(review.createdAt) },
    ];
    print.rows(columns, data, { data, pagination });
    notePages(print, pagination);
  },
});
