import { unwrap } from '../../http/client.ts';
import type { Kit } from '../../kit.ts';
import { given } from '../arguments.ts';
import type { Review } from './fields.ts';

export interface Decision {
  readonly status: 'approved' | 'rejected';
  /** What the author is told. */
  readonly reason?: string | undefined;
  /** Of the text that was read: with it, nothing else is decided on. */
  readonly contentHash?: string | undefined;
}

/** Approves or rejects a review. @throws CliError `content_changed` when it does not read any more as `contentHash` says */
export async function decide({ api }: Kit, id: number, { status, reason, contentHash }: Decision): Promise<Review> {
  const header = given({ 'If-Match': contentHash === undefined ? undefined : `"${contentHash}"` });
  const { data } = await unwrap(
    (await api()).PUT('/api/v1/admin/reviews/{id}/status', { params: { path: { id }, header }, body: { status, ...given({ reason }) } }),
  );
  return data;
}
