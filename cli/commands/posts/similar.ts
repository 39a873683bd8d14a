import { defineCommand } from '../../command.ts';
import { unwrap } from '../../http/client.ts';
import type { Column } from '../../output/table.ts';
import type { SimilarPost } from './fields.ts';

export default defineCommand<{ title: string }>({
  parse: ({ args: [title = ''] }) => ({ title }),
  async run({ api, print }, { title }) {
    const { data } = await unwrap((await api()).GET('/api/v1/posts/similar', { params: { query: { title } } }));
    const columns: Column<SimilarPost>[] = [
      { title: 'ID', value: (post) => post.id, align: 'right' },
      { title: 'Score', value: (post) => post.score, align: 'right' },
      { title: 'Status', value: (post) => post.status, isStatus: true },
      { title: 'Votes', value: (post) => post.votesCount, align: 'right' },
      { title: 'Title', value: (post) => post.title, isText: true },
    ];
    print.rows(columns, data, data);
  },
});
