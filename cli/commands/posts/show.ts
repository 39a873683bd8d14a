import { defineCommand } from '../../command.ts';
import { unwrap } from '../../http/client.ts';
import { readId } from '../../input/arguments.ts';

export default defineCommand<{ id: number }>({
  parse: ({ args: [id] }) => ({ id: readId(id) }),
  async run({ api, print }, { id }) {
    const { data: post } = await unwrap((await api()).GET('/api/v1/posts/{id}', { params: { path: { id } } }));
    print.record(
      [
        ['ID', post.id],
        ['Title', post.title],
        ['Status', post.status, 'status'],
        ['Moderation', post.moderation ?? null, 'status'],
        ['Category', post.category],
        ['Votes', post.votesCount],
        ['Comments', post.commentsCount],
        ['Author', post.userId],
        ['Description', post.description],
        ['Created', print.time(post.createdAt)],
        ['Edited', print.time(post.editedAt)],
      ],
      post,
    );
  },
});
