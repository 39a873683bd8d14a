import { projectIdOf } from '../../platform/context.ts';
import { recordAudit } from '../../platform/db/records/audit.ts';
import type { FeedbackContext } from './feedback.ts';

export interface FeedbackEvent {
  /** Such as `review.status_changed`. */
  readonly action: string;
  /** The record concerned, such as `review:12`. */
  readonly subject: string;
  /** Such as the values before and after, and the reason. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** The part concerned, such as `report:3`. */
  readonly target?: string;
  /** That of the record after the write. */
  readonly revision: number;
}

/** Adds an audit row for the project of the request, in the caller's transaction if there is one. */
export function auditFeedback(ctx: FeedbackContext, event: FeedbackEvent): Promise<void> {
  return recordAudit(ctx.db, ctx, { ...event, projectId: projectIdOf(ctx) });
}
