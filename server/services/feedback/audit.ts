import { type Context, projectIdOf } from '../../platform/context.ts';
import { recordAudit } from '../../platform/db/audit.ts';

export interface FeedbackEvent {
  /** As `review.status_changed`. */
  readonly action: string;
  /** As `review:12`. */
  readonly subject: string;
  /** Before, after, reason. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Leaves an audit row of the caller's project, in the transaction around it if there is one (contract §3). */
export function auditFeedback(ctx: Context, { action, subject, details = {} }: FeedbackEvent): Promise<void> {
  const { actor, requestId, now } = ctx;
  return recordAudit({ projectId: projectIdOf(ctx), action, actor, subject, details, requestId, at: now });
}
