import { unwrap } from '../../http/client.ts';
import { type Raw, verb } from '../../kit.ts';
import type { Column } from '../../output/table.ts';
import { given } from '../arguments.ts';
import { notePages } from '../pages.ts';
import type { Item } from './fields.ts';

interface ListOptions {
  readonly status?: Item['status'];
  readonly category?: string;
  readonly page: number;
  readonly limit: number;
}

export default verb<ListOptions>({
  parse: ({ options }: Raw) => {
    const { status, category, page, limit } = options as unknown as ListOptions;
    return { page, limit, ...given({ status, category }) };
  },
  async run({ api, print }, query) {
    const { data, pagination } = await unwrap((await api()).GET('/api/v1/roadmap', { params: { query } }));
    const columns: Column<Item>[] = [
      { title: 'ID', value: (item) => item.id, align: 'right' },
      { title: 'Status', value: (item) => item.status },
      { title: 'Position', value: (item) => item.position, align: 'right' },
      { title: 'Title', value: (item) => item.title, shrinks: 2 },
      { title: 'Category', value: (item) => item.category, shrinks: 1 },
      { title: 'Post', value: (item) => item.postId, align: 'right' },
      { title: 'Target', value: (item) => item.targetDate },
      { title: 'Updated', value: (item) => item.updatedAt, shown: (item) => print.time(item.updatedAt) },
    ];
    print.rows(columns, data, { data, pagination });
    notePages(print, pagination);
  },
});
