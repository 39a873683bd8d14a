import type { CommandContext } from '../../command.ts';
import { unwrap } from '../../http/client.ts';
import { omitUndefined } from '../../input/arguments.ts';
import type { Review } from './fields.ts';

export interface Decision {
  /** `pending` undoes an earlier decision. */
  readonly status: 'approved' | 'rejected' | 'pending';
  /** Shown to the author. */
  readonly reason?: string | undefined;
  /** The hash of the text that the moderator read: the server refuses the decision when the text has changed. */
  readonly contentHash?: string | undefined;
}

/**
 * Approves or rejects a review, or makes it pending again.
 * @throws CliError `content_changed` when its text no longer matches `contentHash`
 */
export async function decide({ api }: CommandContext, id: number, { status, reason, contentHash }: Decision): Promise<Review> {
  const header = omitUndefined({ 'If-Match': contentHash === undefined ? undefined : `"${contentHash}"` });
  const { data } = await unwrap(
    (await api()).PUT('/api/v1/admin/reviews/{id}/status', {
      params: { path: { id }, header },
      body: { status, ...omitUndefined({ reason }) },
    }),
  );
  return data;
}
