import { ContentReport, type ReportReason } from '../../../../models/feedback/moderation/ContentReport.ts';
import type { ReportCase } from '../../../../models/feedback/moderation/ReportCase.ts';
import { projectIdOf } from '../../../platform/context.ts';
import { type AuditInput, recordAudit } from '../../../platform/db/records/audit.ts';
import { inTransaction } from '../../../platform/db/transactions/transaction.ts';
import { badRequest, notFound } from '../../../platform/errors.ts';
import { accountOf, isAuthor, requireAuthorId } from '../authors.ts';
import { incrementCounters } from '../counts/counts.ts';
import type { FeedbackContext } from '../feedback.ts';
import { recordEvent } from '../outgoing.ts';
import { waitingSince } from './queue/waiting-since.ts';
import { lockCase, openCase, type ReportedKey } from './report-cases.ts';
import { applyVerdict, isPublic, isShownTo, lockReported, type ReportedPair, type ReportedRecord, statusOf } from './reported-records.ts';

export type { ReportReason } from '../../../../models/feedback/moderation/ContentReport.ts';

export interface NewReport extends ReportedKey {
  readonly reason: ReportReason;
  readonly note?: string | null;
}

/** A report, and whether the request made it. */
export interface Reported {
  readonly report: ContentReport;
  readonly isNew: boolean;
}

/**
 * Reports a record for the caller; a repeated report changes nothing. The project setting `autoHideReports` says how many users hide the
 * record until a moderator decides; what moderators wrote is never hidden by reports.
 * @throws ApiError 400 `own_content`, 404 `<entityType>_not_found` for a record that the caller does not see
 */
export async function reportContent(ctx: FeedbackContext, { reason, note = null, ...key }: NewReport): Promise<Reported> {
  const userId = requireAuthorId(ctx);
  const projectId = projectIdOf(ctx);
  const where = { projectId, entityType: key.entityType, entityId: key.entityId, userId };
  const limit = (await ctx.service.findSettings(projectId))?.autoHideReports ?? 0;
  const repeated = await ctx.db.model(ContentReport).findOne({ where });
  if (repeated !== null) return { report: repeated, isNew: false };
  return inTransaction(ctx.db, async () => {
    const record = await lockReported(ctx, key);
    if (isAuthor(ctx, record.userId)) throw badRequest('own_content', 'You cannot report your own content.');
    const found = await lockCase(ctx, key);
    const earlier = await ctx.db.model(ContentReport).findOne({ where });
    if (earlier !== null) return { report: earlier, isNew: false };
    if (!isShownTo(ctx, record)) throw notFound(key.entityType);
    const report = await ctx.db.model(ContentReport).create({ ...where, reason, note, createdAt: ctx.now });
    await countReport(ctx, { record, reported: found }, reason);
    await recordReport(ctx, found, reason);
    const isReached = limit > 0 && found.count - found.countBeforeEdit >= limit && !found.isDismissedOnce;
    if (isReached && isPublic(record) && !(await isByModerator(ctx, record.userId))) {
      const move = await applyVerdict(ctx, { record, reported: found }, 'hidden', null);
      await found.update({ isHidden: true });
      await auditHiding(ctx, key, { details: { ...move, reports: found.count }, revision: record.revision });
    }
    return { report, isNew: true };
  });
}

const COLUMNS = { spam: 'spam', abuse: 'abuse', off_topic: 'offTopic', personal_data: 'personalData', other: 'other' } as const;

/** Adds a report to its case, which it opens. */
async function countReport(ctx: FeedbackContext, { record, reported: found }: ReportedPair, reason: ReportReason): Promise<void> {
  const column = COLUMNS[reason];
  const isFirst = found.count === 0;
  const opened = !isFirst && found.state === 'open' ? {} : { openSince: openSince(ctx, record) };
  if (!isFirst) await openCase(ctx, found);
  const counted = { count: found.count + 1, [column]: found[column] + 1, lastAt: ctx.now };
  await found.update({ ...counted, ...opened, state: 'open', authorId: accountOf(record.userId) });
  if (isFirst) await incrementCounters(ctx.db, found.projectId, { 'report_cases:open': 1 });
}

function recordReport(ctx: FeedbackContext, found: ReportCase, reason: ReportReason): Promise<void> {
  const { id, entityType, entityId, count, state, revision } = found;
  const data = { entityType, entityId, after: { reason, count, state } };
  return recordEvent(ctx, { type: 'report.created', subject: `report:${id}`, revision, data });
}

/** A record that waits already keeps its place in the queue. */
function openSince(ctx: FeedbackContext, record: ReportedRecord): Date {
  return statusOf(record) === 'pending' ? waitingSince(record.pendingSince, record) : ctx.now;
}

/** Whether an operator wrote the record, or a user with the role staff or admin. */
async function isByModerator(ctx: FeedbackContext, authorId: string | null): Promise<boolean> {
  if (authorId === null) return false;
  const author = await ctx.service.findAuthor(projectIdOf(ctx), authorId);
  return author?.isModerator ?? authorId.startsWith('operator:');
}

/** The actor is the system: the user whose report was the last decided nothing. */
function auditHiding(
  ctx: FeedbackContext,
  { entityType, entityId }: ReportedKey,
  event: Required<Pick<AuditInput, 'details' | 'revision'>>,
): Promise<void> {
  const { requestId, now } = ctx;
  const act = { actor: { kind: 'system', id: 'reports' }, address: null, requestId, now } as const;
  const subject = `${entityType}:${entityId}`;
  return recordAudit(ctx.db, act, { projectId: projectIdOf(ctx), action: `${entityType}.hidden`, subject, ...event });
}
