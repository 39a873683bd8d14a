import { Comment } from '../../../../models/feedback/Comment.ts';
import type { ReportCase } from '../../../../models/feedback/moderation/ReportCase.ts';
import { Post } from '../../../../models/feedback/Post.ts';
import { Review } from '../../../../models/feedback/Review.ts';
import { projectIdOf } from '../../../platform/context.ts';
import { withIds } from '../../../platform/db/tenancy/models.ts';
import { ApiError } from '../../../platform/errors.ts';
import { isStaff } from '../authors.ts';
import { commentHashOf } from '../comments/comment-moderation.ts';
import { lockComment, moveComment } from '../comments/comments.ts';
import { incrementCounters } from '../counts/counts.ts';
import { countedAs, incrementReviewSums } from '../counts/review-sums.ts';
import type { FeedbackContext } from '../feedback.ts';
import { noteRemoved, noteReviewDecided } from '../inbox/own-content.ts';
import { mailReviewStatus } from '../mail/status-mail.ts';
import { recordEvent } from '../outgoing.ts';
import { counterOf } from '../posts/post-batch.ts';
import { postHashOf } from '../posts/post-moderation.ts';
import { lockPost } from '../posts/posts.ts';
import { contentHashOf } from '../reviews/review-content.ts';
import { lockReview } from '../reviews/reviews.ts';
import type { ModerationState, ReviewStatus } from './decision.ts';
import { pendingAgain } from './queue/waiting-since.ts';
import { type Attempt, commentAttempt, forget, noteDecision, noteHiding, postAttempt, reviewAttempt } from './refusals.ts';
import type { ReportedKey, StatusMove } from './report-cases.ts';

export type ReportedRecord = Review | Post | Comment;

/** A locked record with the locked case of the reports on it. */
export interface ReportedPair {
  readonly record: ReportedRecord;
  readonly reported: ReportCase;
}

/** The part of a reported record that a moderator reads, in one shape for all kinds. */
export interface ReportedContent {
  readonly authorId: string | null;
  readonly title: string | null;
  readonly text: string | null;
  readonly images: readonly string[];
  readonly rating: number | null;
  /** The status of a review, or the moderation state of a comment or post. */
  readonly status: ReviewStatus | ModerationState;
  readonly createdAt: Date;
  readonly editedAt: Date | null;
  readonly contentHash: string;
}

/** The record of a report, locked until the transaction ends. @throws ApiError 404 `<entityType>_not_found` */
export function lockReported(
  ctx: FeedbackContext,
  { entityType, entityId }: ReportedKey,
  isModerator = isStaff(ctx),
): Promise<ReportedRecord> {
  if (entityType === 'comment') return lockComment(ctx, entityId, isModerator);
  return entityType === 'post' ? lockPost(ctx.db, projectIdOf(ctx), entityId) : lockReview(ctx.db, projectIdOf(ctx), entityId);
}

/** Like `lockReported` for a moderator, but null for a record that has been deleted. */
export async function lockRemaining(ctx: FeedbackContext, key: ReportedKey): Promise<ReportedRecord | null> {
  try {
    return await lockReported(ctx, key, true);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/** Whether everyone sees the record. */
export function isPublic(record: ReportedRecord): boolean {
  return record instanceof Review ? record.status === 'approved' : record.moderation === 'visible';
}

/** Whether the caller sees the record; the caller is not its author. */
export function isShownTo(ctx: FeedbackContext, record: ReportedRecord): boolean {
  return isPublic(record) || isStaff(ctx);
}

/** How the record is hidden by reports, shown again after they are dismissed, or taken away. */
export type Verdict = 'hidden' | 'shown' | 'removed';

const REVIEW_STATUS = { hidden: 'pending', shown: 'approved', removed: 'rejected' } as const;
const STATE = { hidden: 'hidden', shown: 'visible', removed: 'removed' } as const;

/**
 * Gives the record the status of the verdict, with all counters. A text that is hidden or removed waits when it is posted again. The
 * caller adds the audit row.
 */
export async function applyVerdict(
  ctx: FeedbackContext,
  { record, reported }: ReportedPair,
  verdict: Verdict,
  reason: string | null,
): Promise<StatusMove> {
  if (verdict === 'hidden') {
    await noteHiding(ctx, attemptOf(record), reported.id);
    record.pendingSince = ctx.now;
  } else await noteDecision(ctx, attemptOf(record), STATE[verdict]);
  if (record instanceof Review) return moveReview(ctx, record, REVIEW_STATUS[verdict], reason);
  return moveState(ctx, record, STATE[verdict]);
}

/** Gives the record of a reopened case the status before a move, unless it has another status than the move gave it. */
export async function takeBack(
  ctx: FeedbackContext,
  { record, reported }: ReportedPair,
  { before, after }: StatusMove,
): Promise<StatusMove | null> {
  if (statusOf(record) !== after) return null;
  if (reported.isHidden) await noteHiding(ctx, attemptOf(record), reported.id);
  else if (before === 'pending') await forget(ctx, attemptOf(record));
  else await noteDecision(ctx, attemptOf(record), before as ReviewStatus | ModerationState);
  if (record instanceof Review) return moveReview(ctx, record, before as ReviewStatus, null);
  return moveState(ctx, record, before as ModerationState);
}

function attemptOf(record: ReportedRecord): Attempt {
  if (record instanceof Review) return reviewAttempt(record);
  return record instanceof Post ? postAttempt(record) : commentAttempt(record);
}

/** The status of a review, or the moderation state of a post or comment. */
export function statusOf(record: ReportedRecord): ReviewStatus | ModerationState {
  return record instanceof Review ? record.status : record.moderation;
}

async function moveState(ctx: FeedbackContext, record: Post | Comment, after: ModerationState): Promise<StatusMove> {
  const move = { before: record.moderation, after };
  if (move.before === after) return move;
  if (record instanceof Comment) await moveComment(ctx, record, after);
  else await movePost(ctx, record, after);
  if (after === 'removed') await noteRemoved(ctx, record);
  return move;
}

async function moveReview(ctx: FeedbackContext, review: Review, status: ReviewStatus, reason: string | null): Promise<StatusMove> {
  const before = countedAs(review);
  const move = { before: before.status, after: status };
  if (before.status === status) return move;
  await review.update({ status, isSettled: status !== 'pending', ...reasonOf(move, reason), ...pendingAgain(review, status, ctx.now) });
  if (status === 'rejected') {
    await mailReviewStatus(ctx, review);
    await noteReviewDecided(ctx, review);
  }
  await incrementReviewSums(ctx.db, review.projectId, [{ before, after: review }]);
  return move;
}

/** A review that is no longer rejected has no reason. */
function reasonOf({ before, after }: StatusMove, reason: string | null): { statusReason?: string | null } {
  if (after === 'rejected') return { statusReason: reason };
  return before === 'rejected' ? { statusReason: null } : {};
}

async function movePost(ctx: FeedbackContext, post: Post, moderation: ModerationState): Promise<void> {
  const before = counterOf(post);
  await post.update({ moderation }, { silent: true });
  await incrementCounters(ctx.db, post.projectId, { [before]: -1, [counterOf(post)]: 1 });
}

/** The event of a move that decided reports: their audit row is about the reports alone. */
export function recordMove(ctx: FeedbackContext, record: ReportedRecord, data: StatusMove): Promise<void> {
  if (data.before === data.after) return Promise.resolve();
  const { id, revision } = record;
  if (record instanceof Review)
    return recordEvent(ctx, { type: 'review.status_changed', subject: `review:${id}`, revision, data: { ...data } });
  const kind = record instanceof Post ? 'post' : 'comment';
  return recordEvent(ctx, { type: `${kind}.moderated`, subject: `${kind}:${id}`, revision, data: { ...data } });
}

/** The content of a record, in the shape that all kinds share. */
export function contentOf(record: ReportedRecord): ReportedContent {
  const { userId: authorId, createdAt, editedAt } = record;
  const shared = { authorId, createdAt, editedAt, images: [], rating: null };
  if (record instanceof Review) {
    const { title, comment: text, rating, status } = record;
    const images: string[] = record.images === null ? [] : JSON.parse(record.images);
    return { ...shared, title, text, images, rating, status, contentHash: contentHashOf(record) };
  }
  if (record instanceof Post)
    return { ...shared, title: record.title, text: record.description, status: record.moderation, contentHash: postHashOf(record) };
  return { ...shared, title: null, text: record.content, status: record.moderation, contentHash: commentHashOf(record) };
}

/** The contents of records that still exist, in one statement for each kind. */
export async function readContents(ctx: FeedbackContext, keys: readonly ReportedKey[]): Promise<Map<string, ReportedContent>> {
  return new Map([...(await readRecords(ctx, keys))].map(([name, record]) => [name, contentOf(record)]));
}

/** The records that still exist, by `<entityType> <id>`, in one statement for each kind. */
export async function readRecords(ctx: FeedbackContext, keys: readonly ReportedKey[]): Promise<Map<string, ReportedRecord>> {
  const projectId = projectIdOf(ctx);
  const idsOf = (type: ReportedKey['entityType']) => keys.filter(({ entityType }) => entityType === type).map(({ entityId }) => entityId);
  const [reviews, posts, comments] = [idsOf('review'), idsOf('post'), idsOf('comment')];
  const found: [string, ReportedRecord[]][] = [
    ['review', reviews.length === 0 ? [] : await ctx.db.model(Review).findAll({ where: withIds(projectId, reviews) })],
    ['post', posts.length === 0 ? [] : await ctx.db.model(Post).findAll({ where: withIds(projectId, posts) })],
    [
      'comment',
      comments.length === 0 ? [] : await ctx.db.model(Comment).findAll({ where: { ...withIds(projectId, comments), isDeleted: false } }),
    ],
  ];
  return new Map(found.flatMap(([type, records]) => records.map((record) => [`${type} ${record.id}`, record] as const)));
}
