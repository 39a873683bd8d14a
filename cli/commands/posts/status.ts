import { unwrap } from '../../http/client.ts';
import { verb } from '../../kit.ts';
import { given, readId } from '../arguments.ts';
import type { Post } from './fields.ts';

interface StatusOptions {
  readonly id: number;
  readonly status: Post['status'];
  /** What the author and the voters are told. */
  readonly reason: string | undefined;
}

export default verb<StatusOptions>({
  parse({ args: [id, status], options }) {
    const { note } = options as { note?: string };
    // commander lets only these pass
    return { id: readId(id), status: status as Post['status'], reason: note };
  },
  async run({ api, print }, { id, status, reason }) {
    const { data: post } = await unwrap(
      (await api()).PUT('/api/v1/admin/posts/{id}/status', { params: { path: { id } }, body: { status, ...given({ reason }) } }),
    );
    print.done(`Post ${id} is ${status.replaceAll('_', ' ')}.`, post);
  },
});
