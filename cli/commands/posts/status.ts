import { defineCommand } from '../../command.ts';
import { unwrap } from '../../http/client.ts';
import { omitUndefined, readChoice, readId } from '../../input/arguments.ts';
import { type Post, STATUSES } from './fields.ts';

interface StatusOptions {
  readonly id: number;
  readonly status: Post['status'];
  /** Part of the mail to the author and the voters. */
  readonly reason: string | undefined;
}

export default defineCommand<StatusOptions>({
  parse: ({ args: [id, status], options }) => ({
    id: readId(id),
    status: readChoice('status', status, STATUSES),
    reason: options.text('note'),
  }),
  async run({ api, print }, { id, status, reason }) {
    const { data: post } = await unwrap(
      (await api()).PUT('/api/v1/admin/posts/{id}/status', { params: { path: { id } }, body: { status, ...omitUndefined({ reason }) } }),
    );
    print.done(`Post ${id} is ${status.replaceAll('_', ' ')}.`, post);
  },
});
