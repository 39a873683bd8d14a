import type { ModerationState } from '../../../../models/feedback/Comment.ts';
import type { ReviewStatus } from '../../../../models/feedback/Review.ts';
import { ApiError } from '../../../platform/errors.ts';

export type { ModerationState } from '../../../../models/feedback/Comment.ts';
export type { ReviewStatus } from '../../../../models/feedback/Review.ts';

/** A decision that names the status. */
export interface StatedDecision<Status> {
  readonly status: Status;
  readonly reason: string | null;
  /** The entity tags of the content that the moderator may have read; null for any. */
  readonly tags: readonly string[] | null;
  /** The status that the moderator saw; any when not given. */
  readonly ifStatus?: Status | undefined;
}

/** The record after a decision. */
export interface Decided<T> {
  readonly record: T;
  readonly isChanged: boolean;
  /** The status before the decision. */
  readonly before: ReviewStatus | ModerationState;
}

/** Refuses a decision when the status is another one than the moderator saw. @throws ApiError 409 `already_decided` */
export function requireStatus<Status extends ReviewStatus | ModerationState>(seen: Status | undefined, present: Status): void {
  if (seen === undefined || seen === present) return;
  throw new ApiError(409, 'already_decided', `The status is ${present} by now. Read it again.`, { presentStatus: present });
}
