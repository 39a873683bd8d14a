export type { ModerationState } from '../../../../models/feedback/Comment.ts';
export type { ReviewStatus } from '../../../../models/feedback/Review.ts';

/** A decision that names the status. */
export interface StatedDecision<Status> {
  readonly status: Status;
  readonly reason: string | null;
  /** The entity tags of the content that the moderator may have read; null for any. */
  readonly tags: readonly string[] | null;
}

/** The record after a decision. */
export interface Decided<T> {
  readonly record: T;
  readonly isChanged: boolean;
}
