import { unwrap } from '../../http/client.ts';
import { type Raw, verb } from '../../kit.ts';
import type { Column } from '../../output/table.ts';
import { given } from '../arguments.ts';
import { notePages } from '../pages.ts';
import type { Post } from './fields.ts';

interface ListOptions {
  readonly status?: Post['status'];
  readonly category?: Post['category'];
  readonly q?: string;
  readonly page: number;
  readonly limit: number;
}

export default verb<ListOptions>({
  parse: ({ options }: Raw) => {
    const { status, category, search, page, limit } = options as Omit<ListOptions, 'q'> & { search?: string };
    return { page, limit, ...given({ status, category, q: search }) };
  },
  async run({ api, print }, query) {
    const { data, pagination } = await unwrap((await api()).GET('/api/v1/admin/posts', { params: { query } }));
    const columns: Column<Post>[] = [
      { title: 'ID', value: (post) => post.id, align: 'right' },
      { title: 'Status', value: (post) => post.status },
      { title: 'Category', value: (post) => post.category },
      { title: 'Votes', value: (post) => post.votesCount, align: 'right' },
      { title: 'Comments', value: (post) => post.commentsCount, align: 'right' },
      { title: 'Title', value: (post) => post.title, shrinks: 1 },
      { title: 'Created', value: (post) => post.createdAt, shown: (post) => print.time(post.createdAt) },
    ];
    print.rows(columns, data, { data, pagination });
    notePages(print, pagination);
  },
});
