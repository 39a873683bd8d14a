import { Review } from '../../../../models/feedback/Review.ts';
import { hasBlockedWord } from '../../../domain/blocked-words.ts';
import type { ItemType } from '../../../domain/project-settings.ts';
import { projectIdOf } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/database.ts';
import { findInProject } from '../../../platform/db/tenancy/models.ts';
import { inTransaction } from '../../../platform/db/transactions/transaction.ts';
import { notFound, throttled, validationError } from '../../../platform/errors.ts';
import type { NewEvent } from '../../../platform/outgoing/record.ts';
import { auditFeedback } from '../audit.ts';
import { authorIdOf, isAuthor, isInsider, requireAuthor, requireAuthorOrStaff } from '../authors.ts';
import { dropThread } from '../comments/threads.ts';
import { countedAs, incrementReviewSums } from '../counts/review-sums.ts';
import { reviewDigest } from '../duplicates/content-digest.ts';
import { saveDigested } from '../duplicates/insert-originals.ts';
import type { FeedbackContext } from '../feedback.ts';
import { noteDeleted } from '../inbox/own-content.ts';
import { endCases } from '../moderation/ended-cases.ts';
import { judgeAnew } from '../moderation/report-cases.ts';
import { hasBlockedWords } from '../moderation/word-filter.ts';
import { recordEvent } from '../outgoing.ts';
import { imagesText, reviewSearchKey } from './review-content.ts';

export type { ReviewStatus } from '../../../../models/feedback/Review.ts';

export interface NewReview {
  itemType: ItemType;
  itemId: number;
  rating: number;
  title?: string | null;
  comment?: string | null;
  images?: string[] | null;
  /** Required for a guest, ignored for others. */
  guestEmail?: string | null;
  /** Ignored unless the author is a guest. */
  guestName?: string | null;
}

/** The fields that the author may change; null clears an optional field. */
export type ReviewChanges = Partial<Pick<NewReview, 'rating' | 'title' | 'comment' | 'images'>>;

/**
 * Creates a review: approved if the author is signed in, else pending until a moderator decides. One with a blocked word is pending too,
 * and so is one of an item of which a review of the author was refused in the last 30 days.
 * @throws ApiError 400 for a guest without an e-mail, 429 `throttled` for a guest e-mail that wrote too many reviews, 409 `review_exists`
 *   for a second review of an item type that each author may review only once, 409 `duplicate_content` for a comment that the author wrote
 *   about the item in the last 24 hours
 */
export async function createReview(ctx: FeedbackContext, values: NewReview): Promise<Review> {
  const projectId = projectIdOf(ctx);
  const { itemType, itemId, rating, title = null, comment = null, images = null } = values;
  const author = await authorOf(ctx, values);
  const settings = await ctx.service.findSettings(projectId);
  const isOnce = settings?.onePerAuthor.includes(itemType) ?? false;
  const waiting = hasBlockedWord(settings?.blockedWords ?? [], [title, comment]) ? { status: 'pending' as const, isSettled: false } : {};
  const searchKey = reviewSearchKey({ title, comment, ...author });
  const contentDigest = reviewDigest({ ...author, itemType, itemId, comment });
  const texts = { title, comment, images: imagesText(images), searchKey, contentDigest };
  return ctx.service.writes.reviews.add(projectId, {
    itemType,
    itemId,
    rating,
    ...author,
    ...waiting,
    ...texts,
    createdAt: ctx.now,
    isOnce,
  });
}

/** The review, if it is approved or if the caller is its author or staff. @throws ApiError 404 `review_not_found` */
export async function findReview(ctx: FeedbackContext, id: number): Promise<Review> {
  const review = await findInProject(ctx.db.model(Review), projectIdOf(ctx), id, 'review');
  requireShown(ctx, review);
  return review;
}

/**
 * Changes a review of the caller. A rejected review becomes pending again, and so does an approved one that gets a blocked word; any other
 * keeps its status.
 * @throws ApiError 404 `review_not_found`, 403 `not_owner`
 */
export async function editReview(ctx: FeedbackContext, id: number, changes: ReviewChanges): Promise<Review> {
  const projectId = projectIdOf(ctx);
  const { images, ...rest } = changes;
  return inTransaction(ctx.db, async () => {
    const review = await lockReview(ctx.db, projectId, id);
    requireShown(ctx, review);
    requireAuthor(ctx, review.userId);
    const before = countedAs(review);
    const { rating, status } = review;
    review.set({ ...rest, ...(images === undefined ? {} : { images: imagesText(images) }) });
    if (review.changed() === false) return review;
    const changed = review.changed() || [];
    review.set({ editedAt: ctx.now, searchKey: reviewSearchKey(review), contentDigest: reviewDigest(review) });
    const isWaiting = before.status === 'approved' && (await hasBlockedWords(ctx, [changes.title ?? null, changes.comment ?? null]));
    if (before.status === 'rejected' || isWaiting)
      review.set({ status: 'pending', isSettled: false, statusReason: null, pendingSince: ctx.now });
    await saveDigested(ctx.db, review);
    await judgeAnew(ctx, { entityType: 'review', entityId: id });
    await recordReview(ctx, review, { type: 'review.updated', data: { before: { rating, status }, after: shownFields(review), changed } });
    await incrementReviewSums(ctx.db, projectId, [{ before, after: review }]);
    return review;
  });
}

/**
 * Deletes a review and its comments. Authors delete their own reviews, staff delete any review. Deleting the
 * review of another author adds an audit row.
 * @throws ApiError 404 `review_not_found`, 403 `not_owner`
 */
export async function deleteReview(ctx: FeedbackContext, id: number): Promise<void> {
  const projectId = projectIdOf(ctx);
  await inTransaction(ctx.db, async () => {
    const review = await lockReview(ctx.db, projectId, id);
    requireShown(ctx, review);
    requireAuthorOrStaff(ctx, review.userId);
    const comments = await dropThread(ctx, 'review', id);
    await review.destroy();
    await endCases(ctx.db, projectId, 'review', [id]);
    review.revision += 1;
    if (isAuthor(ctx, review.userId)) await recordReview(ctx, review, { type: 'review.deleted', data: { before: shownFields(review) } });
    else {
      await auditDeletion(ctx, review);
      await noteDeleted(ctx, { type: 'review', id, projectId, userId: review.userId });
    }
    await incrementReviewSums(ctx.db, projectId, [{ before: review, after: null, counts: comments }]);
  });
}

/** The review, locked until the transaction ends. @throws ApiError 404 `review_not_found` */
export async function lockReview(db: Database, projectId: number, id: number): Promise<Review> {
  const review = await db.model(Review).findOne({ where: { id, projectId }, lock: true });
  if (review === null) throw notFound('review');
  return review;
}

/** A caller who may not see a review gets 404 for every operation on it. @throws ApiError 404 `review_not_found` */
function requireShown(ctx: FeedbackContext, review: Review): void {
  if (review.status !== 'approved' && !isInsider(ctx, review.userId)) throw notFound('review');
}

type Author = Pick<Review, 'userId' | 'source' | 'status' | 'isSettled' | 'guestEmail' | 'guestName'>;

async function authorOf(ctx: FeedbackContext, { guestEmail, guestName = null }: NewReview): Promise<Author> {
  const userId = authorIdOf(ctx.actor);
  if (userId !== null) {
    return { userId, source: 'authenticated', status: 'approved', isSettled: true, guestEmail: null, guestName: null };
  }
  if (!guestEmail) throw validationError([{ field: 'guestEmail', message: 'guestEmail is required without a token' }]);
  const seconds = await ctx.consumeRateLimit('guestReviewByEmail', guestEmail);
  if (seconds > 0) throw throttled(seconds);
  return { userId: `guest:${guestEmail}`, source: 'email_guest', status: 'pending', isSettled: false, guestEmail, guestName };
}

/** The audit row does not name the author, because it must not contain the e-mail of a guest. */
function auditDeletion(ctx: FeedbackContext, { id, itemType, itemId, rating, status, revision }: Review): Promise<void> {
  return auditFeedback(ctx, {
    action: 'review.deleted',
    subject: `review:${id}`,
    details: { before: { itemType, itemId, rating, status } },
    revision,
  });
}

function recordReview(ctx: FeedbackContext, review: Review, { type, data }: Pick<NewEvent, 'type' | 'data'>): Promise<void> {
  const { id, itemType, itemId, revision } = review;
  return recordEvent(ctx, { type, subject: `review:${id}`, revision, data: { itemType, itemId, ...data } });
}

/** The fields that events show. */
function shownFields({ rating, status }: Review): Pick<Review, 'rating' | 'status'> {
  return { rating, status };
}
