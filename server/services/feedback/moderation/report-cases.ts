// Raw SQL: one upsert adds a case unless there is one.
import { col } from 'sequelize';
import { type CaseState, ReportCase } from '../../../../models/feedback/moderation/ReportCase.ts';
import { projectIdOf } from '../../../platform/context.ts';
import { ensureRow } from '../../../platform/db/statements/sql.ts';
import { incrementCounters } from '../counts/counts.ts';
import type { FeedbackContext } from '../feedback.ts';
import { recordEvent } from '../outgoing.ts';
import { NEVER } from './queue/waiting-since.ts';
import { forgetHiding } from './refusals.ts';

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

/** The values that a decision changed. They are kept with the case so that it can be reopened. */
interface BeforeDecision {
  readonly isHidden: boolean;
  readonly isDismissedOnce: boolean;
  /** The status of the record before and after the decision; null for a record that was deleted. */
  readonly move: StatusMove | null;
}

/** The status of a record before and after a decision. */
export interface StatusMove {
  readonly before: string;
  readonly after: string;
}

/** Closes a locked case, with the counters of cases. It keeps what an open case was before. A dismissal forgets what the reports hid. */
export async function closeCase(
  ctx: FeedbackContext,
  found: ReportCase,
  state: 'dismissed' | 'removed',
  move: StatusMove | null,
): Promise<void> {
  const { isHidden, isDismissedOnce } = found;
  const kept: BeforeDecision | null = found.state === 'open' ? { isHidden, isDismissedOnce, move } : movedOn(readBefore(found), move);
  const changes = { isHidden: false, isDismissedOnce: isDismissedOnce || state === 'dismissed', beforeDecision: JSON.stringify(kept) };
  await moveCase(ctx, found, { ...changes, state });
  if (state === 'dismissed') await forgetHiding(ctx, found.id);
}

/** Opens a locked case because of a new report: the decision before it counts no longer as the last one. */
export function openCase(ctx: FeedbackContext, found: ReportCase): Promise<void> {
  return moveCase(ctx, found, { state: 'open', beforeDecision: null });
}

/** Takes the decision on a locked case back. It returns how the decision changed the status of the record, or null if it did not. */
export async function reopenCase(ctx: FeedbackContext, found: ReportCase): Promise<StatusMove | null> {
  const kept = readBefore(found);
  // an edit since the decision has ended an earlier dismissal
  const flags = kept === null ? {} : { isHidden: kept.isHidden, isDismissedOnce: kept.isDismissedOnce && found.isDismissedOnce };
  await moveCase(ctx, found, { ...flags, state: 'open', beforeDecision: null, ...(found.openSince > NEVER ? {} : { openSince: ctx.now }) });
  return kept?.move ?? null;
}

function readBefore({ beforeDecision }: ReportCase): BeforeDecision | null {
  return beforeDecision === null ? null : JSON.parse(beforeDecision);
}

/** A second decision keeps the status before the first one. */
function movedOn(kept: BeforeDecision | null, move: StatusMove | null): BeforeDecision | null {
  if (kept === null || move === null) return kept;
  return { ...kept, move: { before: kept.move?.before ?? move.before, after: move.after } };
}

type CaseChanges = Partial<Pick<ReportCase, 'isHidden' | 'isDismissedOnce' | 'beforeDecision' | 'openSince'>> & {
  readonly state: CaseState;
};

async function moveCase(ctx: FeedbackContext, found: ReportCase, changes: CaseChanges): Promise<void> {
  const isNew = found.count === 0;
  const { state: before, isGone } = found;
  const { state } = changes;
  await found.update(changes);
  if (isNew || before === state) return;
  const moved = (kind: string) => ({ [`${kind}:${before}`]: -1, [`${kind}:${state}`]: 1 });
  await incrementCounters(ctx.db, found.projectId, { ...moved('report_cases'), ...(isGone ? moved('report_cases_gone') : {}) });
}

/**
 * Lets reports hide a record again after its author edited it, although a moderator had dismissed them: the new text was not judged. Call
 * it in the transaction that changes the record.
 */
export async function judgeAnew(ctx: FeedbackContext, { entityType, entityId }: ReportedKey): Promise<void> {
  const where = { projectId: projectIdOf(ctx), entityType, entityId, isDismissedOnce: true };
  await ctx.db.model(ReportCase).update({ isDismissedOnce: false, countBeforeEdit: col('count') }, { where });
}

/** Closes the open case of a record on which a moderator has decided. `pending` leaves it open. */
export async function settleCase(ctx: FeedbackContext, { entityType, entityId }: ReportedKey, move: StatusMove): Promise<void> {
  const { after: status } = move;
  const where = { projectId: projectIdOf(ctx), entityType, entityId, state: 'open' as const };
  const open = status === 'pending' ? null : await ctx.db.model(ReportCase).findOne({ where, lock: true });
  if (open === null) return;
  const state = status === 'approved' || status === 'visible' ? 'dismissed' : 'removed';
  await closeCase(ctx, open, state, move);
  const data = { entityType, entityId, before: { state: 'open' }, after: { state } };
  await recordEvent(ctx, { type: 'report.resolved', subject: `report:${open.id}`, revision: open.revision, data });
}
