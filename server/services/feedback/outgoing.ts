import { projectIdOf } from '../../platform/context.ts';
import { auditNameOf } from '../../platform/db/records/audit.ts';
import { type NewEvent, recordOutgoing } from '../../platform/outgoing/record.ts';
import type { FeedbackContext } from './feedback.ts';

/** Records an event of the request, if a webhook wants it, in the caller's transaction. */
export function recordEvent(ctx: FeedbackContext, event: Pick<NewEvent, 'type' | 'subject' | 'revision' | 'data'>): Promise<void> {
  return recordOutgoing(ctx.db, [{ ...event, projectId: projectIdOf(ctx), actor: auditNameOf(ctx.actor), at: ctx.now }]);
}
