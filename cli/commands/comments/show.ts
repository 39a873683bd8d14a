import { defineCommand } from '../../command.ts';
import { unwrap } from '../../http/client.ts';
import { readId } from '../../input/arguments.ts';
import { contentFields } from './fields.ts';

export default defineCommand<{ id: number }>({
  parse: ({ args: [id] }) => ({ id: readId(id) }),
  async run({ api, print }, { id }) {
    const { data: comment } = await unwrap((await api()).GET('/api/v1/admin/comments/{id}', { params: { path: { id } } }));
    print.record(
      [
        ['ID', comment.id],
        ['State', comment.moderation, 'status'],
        ...contentFields(print, comment),
        ['Replies', comment.repliesCount],
        ['Updated', print.time(comment.updatedAt)],
        ['Content hash', comment.contentHash],
      ],
      comment,
    );
  },
});
