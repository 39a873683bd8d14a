import { defineCommand } from '../../command.ts';
import { unwrap } from '../../http/client.ts';
import { readId } from '../../input/arguments.ts';
import { contentFields } from './fields.ts';

export default defineCommand<{ id: number }>({
  parse: ({ args: [id] }) => ({ id: readId(id) }),
  async run({ api, print }, { id }) {
    const { data: review } = await unwrap((await api()).GET('/api/v1/reviews/{id}', { params: { path: { id } } }));
    print.record(
      [
        ['ID', review.id],
        ['Status', review.status, 'status'],
        ['Reason', review.statusReason],
        ...contentFields(print, review),
        ['Updated', print.time(review.updatedAt)],
        ['Content hash', review.contentHash],
      ],
      review,
    );
  },
});
