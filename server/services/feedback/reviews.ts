import { Review } from '../../../models/feedback/Review.ts';
import { type Context, projectIdOf } from '../../platform/context.ts';
import { findInProject } from '../../platform/db/tenancy.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { conflict, notFound, throttled, validationError } from '../../platform/errors.ts';
import type { ItemType } from '../../platform/project-settings.ts';
import { auditFeedback } from './audit.ts';
import { authorIdOf, isAuthor, isStaff, requireAuthor, requireAuthorOrStaff } from './authors.ts';
import { imagesText, reviewSearchKey } from './review-content.ts';
import { countedAs, lockItem, moveReviewSums } from './review-sums.ts';
import { feedbackSetup } from './setup.ts';
import { dropThread } from './threads.ts';

interface Texts {
  title?: string | null;
  comment?: string | null;
  images?: readonly string[] | null;
}

export interface NewReview extends Texts {
  itemType: ItemType;
  itemId: number;
  rating: number;
  /** Of a guest alone, who must leave it. */
  guestEmail?: string | null;
  guestName?: string | null;
}

/** Absent leaves, null clears. */
export interface ReviewChanges extends Texts {
  rating?: number;
}

/**
 * A signed-in author's review is approved at once; a guest's waits for a moderator.
 * @throws ApiError 400 for a guest without an e-mail, 429 `throttled` by that e-mail, 409 `review_exists` where the project wants one
 *   review per author and item
 */
export async function createReview(ctx: Context, values: NewReview): Promise<Review> {
  const projectId = projectIdOf(ctx);
  const { itemType, itemId, rating, title = null, comment = null, images = null } = values;
  const author = await authorOf(ctx, values);
  const settings = await feedbackSetup().findSettings(projectId);
  const isOnce = settings?.onePerAuthor.includes(itemType) ?? false;
  return inTransaction(async () => {
    if (isOnce) await requireFirst({ projectId, itemType, itemId, userId: author.userId });
    const searchKey = reviewSearchKey({ title, comment, ...author });
    const texts = { title, comment, images: imagesText(images), searchKey };
    const review = await Review.create({ projectId, itemType, itemId, rating, ...author, ...texts, createdAt: ctx.now });
    await moveReviewSums(projectId, { before: null, after: review });
    return review;
  });
}

/** An approved review, or any to its author and to staff. @throws ApiError 404 `review_not_found` */
export async function findReview(ctx: Context, id: number): Promise<Review> {
  const review = await findInProject(Review, projectIdOf(ctx), id, 'review');
  requireShown(ctx, review);
  return review;
}

/** Whether the caller may know all of a review: its author and staff. */
export function isInsider(ctx: Context, { userId }: Review): boolean {
  return isStaff(ctx) || isAuthor(ctx, userId);
}

/**
 * Changes what the author wrote. A rejected review waits for a moderator again; the others keep their status.
 * @throws ApiError 404 `review_not_found`, 403 `not_owner`
 */
export async function editReview(ctx: Context, id: number, changes: ReviewChanges): Promise<Review> {
  const projectId = projectIdOf(ctx);
  const { images, ...rest } = changes;
  return inTransaction(async () => {
    const review = await lockReview(projectId, id);
    requireShown(ctx, review);
    requireAuthor(ctx, review.userId);
    const before = countedAs(review);
    review.set({ ...rest, ...(images === undefined ? {} : { images: imagesText(images) }) });
    if (review.changed() === false) return review;
    review.set({ editedAt: ctx.now, searchKey: reviewSearchKey(review) });
    if (before.status === 'rejected') review.set({ status: 'pending', isSettled: false, statusReason: null });
    await review.save();
    await moveReviewSums(projectId, { before, after: review });
    return review;
  });
}

/** Deletes a review and the comments on it. @throws ApiError 404 `review_not_found`, 403 `not_owner` */
export async function deleteReview(ctx: Context, id: number): Promise<void> {
  const projectId = projectIdOf(ctx);
  await inTransaction(async () => {
    const review = await lockReview(projectId, id);
    requireShown(ctx, review);
    requireAuthorOrStaff(ctx, review.userId);
    const comments = await dropThread(ctx, 'review', id);
    await review.destroy();
    if (!isAuthor(ctx, review.userId)) await auditDeletion(ctx, review);
    await moveReviewSums(projectId, { before: review, after: null, comments });
  });
}

/** The review as it is now, which stays so until the transaction ends. @throws ApiError 404 `review_not_found` */
export async function lockReview(projectId: number, id: number): Promise<Review> {
  const review = await Review.findOne({ where: { id, projectId }, lock: true });
  if (review === null) throw notFound('review');
  return review;
}

/** Whoever may not see a review is told that there is none, whatever they ask to do with it. @throws ApiError 404 `review_not_found` */
function requireShown(ctx: Context, review: Review): void {
  if (review.status !== 'approved' && !isInsider(ctx, review)) throw notFound('review');
}

type Author = Pick<Review, 'userId' | 'source' | 'status' | 'isSettled' | 'guestEmail' | 'guestName'>;

async function authorOf(ctx: Context, { guestEmail, guestName = null }: NewReview): Promise<Author> {
  const userId = authorIdOf(ctx.actor);
  if (userId !== null) {
    return { userId, source: 'authenticated', status: 'approved', isSettled: true, guestEmail: null, guestName: null };
  }
  if (!guestEmail) throw validationError([{ field: 'guestEmail', message: 'guestEmail is required without a token' }]);
  const seconds = await ctx.hit('guestReview', guestEmail);
  if (seconds > 0) throw throttled(seconds);
  return { userId: `guest:${guestEmail}`, source: 'email_guest', status: 'pending', isSettled: false, guestEmail, guestName };
}

/** The lock comes first: of two at once, the second looks when the first is done. */
async function requireFirst(of: Pick<Review, 'projectId' | 'itemType' | 'itemId' | 'userId'>): Promise<void> {
  await lockItem(of.projectId, of);
  const earlier = await Review.findOne({ attributes: ['id'], where: of });
  if (earlier !== null) throw conflict('review_exists', 'You have reviewed this item already.');
}

/** Without the author: a guest's e-mail does not belong into a log. */
function auditDeletion(ctx: Context, { id, itemType, itemId, rating, status }: Review): Promise<void> {
  return auditFeedback(ctx, {
    action: 'review.deleted',
    subject: `review:${id}`,
    details: { before: { itemType, itemId, rating, status } },
  });
}
