import { type CaseState, ReportCase } from '../../../../models/feedback/moderation/ReportCase.ts';
import { projectIdOf } from '../../../platform/context.ts';
import { findPage, type PlainRow } from '../../../platform/db/records/page.ts';
import { inTransaction } from '../../../platform/db/transactions/transaction.ts';
import { notFound } from '../../../platform/errors.ts';
import { auditFeedback } from '../audit.ts';
import { readCounts, sumOf } from '../counts/counts.ts';
import type { FeedbackContext } from '../feedback.ts';
import { closeCase, type ReportedKey, reopenCase, type StatusMove } from './report-cases.ts';
import {
  applyVerdict,
  contentOf,
  isPublic,
  lockRemaining,
  type ReportedContent,
  readContents,
  recordMove,
  takeBack,
} from './reported-records.ts';
import { requireUnchanged } from './unchanged.ts';

export type { CaseState } from '../../../../models/feedback/moderation/ReportCase.ts';

export interface ReportsQuery {
  state: CaseState;
  /** From 1. */
  page: number;
  limit: number;
}

/** All reports on one record, with its content; null when the record has been deleted. */
export interface ReportGroup {
  readonly reported: PlainRow<ReportCase>;
  readonly content: ReportedContent | null;
}

export interface Resolution {
  readonly resolution: CaseState;
  /** Kept in the audit row, and shown to the author of a removed review. */
  readonly reason?: string | null;
}

/** The cases in a state: the open ones oldest first, the others newest first. */
export async function listReports(ctx: FeedbackContext, query: ReportsQuery): Promise<{ groups: ReportGroup[]; total: number }> {
  const { state, page, limit } = query;
  const projectId = projectIdOf(ctx);
  const total = sumOf(await readCounts(ctx.db, projectId, 'report_cases'), ([, counted]) => counted === state);
  const order = [['id', state === 'open' ? 'ASC' : 'DESC']] as const;
  const cases = await findPage(ctx.db.model(ReportCase), { where: { projectId, state }, order, total, page, limit });
  const contents = await readContents(ctx, cases.map(keyOf));
  return { groups: cases.map((reported) => ({ reported, content: contents.get(nameOf(reported)) ?? null })), total };
}

/** All reports on one record. @throws ApiError 404 `report_not_found` */
export async function findReports(ctx: FeedbackContext, { entityType, entityId }: ReportedKey): Promise<ReportGroup> {
  const where = { projectId: projectIdOf(ctx), entityType, entityId };
  const reported = await ctx.db.model(ReportCase).findOne({ where });
  if (reported === null || reported.count === 0) throw notFound('report');
  const contents = await readContents(ctx, [{ entityType, entityId }]);
  return { reported, content: contents.get(nameOf(reported)) ?? null };
}

/**
 * Dismisses the reports on a record or removes the record. Dismissed, it is shown again if the reports had hidden it, and reports hide it
 * again only after an edit by its author. `open` takes the decision back. The present resolution changes nothing.
 * @throws ApiError 404 `report_not_found`, 412 `content_changed`
 */
export async function resolveReports(
  ctx: FeedbackContext,
  key: ReportedKey,
  { resolution, reason = null }: Resolution,
): Promise<ReportGroup> {
  return inTransaction(ctx.db, async () => {
    const record = await lockRemaining(ctx, key);
    const where = { projectId: projectIdOf(ctx), entityType: key.entityType, entityId: key.entityId };
    const reported = await ctx.db.model(ReportCase).findOne({ where, lock: true });
    if (reported === null || reported.count === 0) throw notFound('report');
    if (record !== null) requireUnchanged(ctx.ifMatch, contentOf(record).contentHash);
    const before = reported.state;
    if (before === resolution) return { reported, content: record && contentOf(record) };
    const move = resolution === 'open' ? await reopen(ctx, reported, record) : await close(ctx, reported, record, { resolution, reason });
    const details = {
      before: { state: before, ...(move === null ? {} : { status: move.before }) },
      after: { state: resolution, ...(move === null ? {} : { status: move.after }) },
      reason,
    };
    const action = resolution === 'open' ? 'reports.reopened' : `reports.${resolution}`;
    const subject = `${key.entityType}:${key.entityId}`;
    await auditFeedback(ctx, { action, subject, target: `report:${reported.id}`, details, revision: reported.revision });
    if (record !== null && move !== null) await recordMove(ctx, record, move);
    return { reported, content: record && contentOf(record) };
  });
}

type LockedRecord = Awaited<ReturnType<typeof lockRemaining>>;

/** Closes a case. It returns the change of the record's status, or null without one. */
async function close(
  ctx: FeedbackContext,
  reported: ReportCase,
  record: LockedRecord,
  { resolution, reason }: { resolution: 'dismissed' | 'removed'; reason: string | null },
): Promise<StatusMove | null> {
  const isShownAgain = resolution === 'dismissed' && reported.isHidden && record !== null && !isPublic(record);
  const verdict = resolution === 'removed' ? 'removed' : isShownAgain ? 'shown' : null;
  const move = record === null || verdict === null ? null : await applyVerdict(ctx, { record, reported }, verdict, reason);
  await closeCase(ctx, reported, resolution, move);
  return move;
}

/** Opens a case again. The record gets the status from before the decision, unless somebody has changed its status since. */
async function reopen(ctx: FeedbackContext, reported: ReportCase, record: LockedRecord): Promise<StatusMove | null> {
  const move = await reopenCase(ctx, reported);
  return move === null || record === null ? null : takeBack(ctx, { record, reported }, move);
}

function keyOf({ entityType, entityId }: PlainRow<ReportCase>): ReportedKey {
  return { entityType: entityType as ReportedKey['entityType'], entityId };
}

function nameOf({ entityType, entityId }: PlainRow<ReportCase>): string {
  return `${entityType} ${entityId}`;
}
