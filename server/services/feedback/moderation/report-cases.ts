// Raw SQL: one upsert adds a case unless there is one.
import { type CaseState, ReportCase } from '../../../../models/feedback/ReportCase.ts';
import { projectIdOf } from '../../../platform/context.ts';
import { ensureRow } from '../../../platform/db/sql.ts';
import { incrementCounters } from '../counts/counts.ts';
import type { FeedbackContext } from '../feedback.ts';

/** The record that a report is about. */
export interface ReportedKey {
  readonly entityType: 'review' | 'comment' | 'post';
  readonly entityId: number;
}

/** The case of a record, locked, or a new one without reports. The record itself must be locked before. */
export async function lockCase(ctx: FeedbackContext, { entityType, entityId }: ReportedKey): Promise<ReportCase> {
  const projectId = projectIdOf(ctx);
  const key = { project_id: projectId, entity_type: entityType, entity_id: entityId };
  await ensureRow(ctx.db, 'report_cases', Object.keys(key), { ...key, state: 'dismissed', first_at: ctx.now, last_at: ctx.now });
  const where = { projectId, entityType, entityId };
  return ctx.db.model(ReportCase).findOne({ where, lock: true, rejectOnEmpty: true });
}

/** Moves a locked case to a state, with the counters of cases. */
export async function moveCase(ctx: FeedbackContext, found: ReportCase, state: CaseState): Promise<void> {
  const isNew = found.count === 0;
  const before = found.state;
  const settled = { isHidden: false, isDismissedOnce: found.isDismissedOnce || state === 'dismissed' };
  await found.update({ state, ...(state === 'open' ? {} : settled) });
  if (isNew || before === state) return;
  await incrementCounters(ctx.db, found.projectId, { [`report_cases:${before}`]: -1, [`report_cases:${state}`]: 1 });
}

/** Closes the open case of a record on which a moderator has decided. `pending` leaves it open. */
export async function settleCase(ctx: FeedbackContext, { entityType, entityId }: ReportedKey, status: string): Promise<void> {
  const where = { projectId: projectIdOf(ctx), entityType, entityId, state: 'open' as const };
  const open = status === 'pending' ? null : await ctx.db.model(ReportCase).findOne({ where, lock: true });
  if (open !== null) await moveCase(ctx, open, status === 'approved' || status === 'visible' ? 'dismissed' : 'removed');
}
