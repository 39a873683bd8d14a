import { createHash } from 'node:crypto';
import { preconditionFailed } from '../../../platform/errors.ts';

/** SHA-256, in hex, of the values that a moderator judges. An edit by the author changes it; a decision does not. */
export function hashOf(values: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('hex');
}

/** Refuses a decision on content that is not the one the moderator read; null accepts any. @throws ApiError 412 `content_changed` */
export function requireUnchanged(tags: readonly string[] | null, contentHash: string): void {
  if (tags === null || tags.includes(`"${contentHash}"`)) return;
  throw preconditionFailed('content_changed', 'The content was changed after you read it. Read it again.');
}
