import { Op } from 'sequelize';
import { Review } from '../../../../models/feedback/Review.ts';
import type { Database } from '../../../platform/db/database.ts';
import { type Batches, latestOf, textSize } from '../../../platform/db/transactions/batches.ts';
import { type ApiError, conflict } from '../../../platform/errors.ts';
import { recordOutgoing } from '../../../platform/outgoing/record.ts';
import { actorOfAuthor } from '../authors.ts';
import { incrementReviewSums, lockItems } from '../counts/review-sums.ts';
import { insertOriginals } from '../duplicates/insert-originals.ts';
import { pendingSince } from '../moderation/queue/waiting-since.ts';
import { findRefused, reviewAttempt } from '../moderation/refusals.ts';

/** A checked review, ready to be written. */
export interface ReviewDraft
  extends Pick<Review, 'itemType' | 'itemId' | 'userId' | 'rating' | 'title' | 'comment' | 'images' | 'status' | 'isSettled' | 'source'>,
    Pick<Review, 'guestEmail' | 'guestName' | 'searchKey' | 'contentDigest' | 'createdAt'> {
  /** Whether the author may review the item only once. */
  readonly isOnce: boolean;
}

/** The author and the item, if the author may review it only once; else the digest, which contains both. */
function reviewIdentity(draft: ReviewDraft): string | null {
  return draft.isOnce ? itemAndAuthorOf(draft) : draft.contentDigest;
}

/**
 * Writes the reviews of one project, of which no two have the same identity. Those of an item of which one was refused before wait for a
 * moderator. The result is the review, or 409 `review_exists` or `duplicate_content`.
 */
async function writeReviews(db: Database, projectId: number, drafts: readonly ReviewDraft[]): Promise<(Review | ApiError)[]> {
  const now = latestOf(drafts);
  // before any lock, which others wait for
  const refused = await findRefused(db, projectId, drafts, {
    authorOf: ({ userId }) => userId,
    attemptOf: reviewAttempt,
    now,
  });
  const taken = await findTaken(db, projectId, drafts);
  const accepted = drafts.filter((draft) => !taken.has(itemAndAuthorOf(draft)));
  const rows = accepted.map((review) => {
    const { isOnce: _isOnce, ...draft } = review;
    const waiting = refused.has(review) ? { status: 'pending' as const, isSettled: false } : {};
    const row = { ...draft, ...waiting, projectId, updatedAt: draft.createdAt };
    return { ...row, pendingSince: pendingSince(row.status, draft.createdAt) };
  });
  const { records: reviews, results } = await insertOriginals(db, projectId, { model: db.model(Review), rows, now });
  await recordOutgoing(
    db,
    reviews.map((review) => {
      const { id, userId, itemType, itemId, rating, status, revision, createdAt: at } = review;
      const data = { itemType, itemId, after: { rating, status } };
      return { projectId, type: 'review.created', subject: `review:${id}`, revision, actor: actorOfAuthor(userId), data, at };
    }),
  );
  const moves = reviews.map((after) => ({ before: null, after }));
  await incrementReviewSums(db, projectId, moves);
  const byDraft = new Map(accepted.map((draft, index) => [draft, results[index]]));
  return drafts.map((draft) => byDraft.get(draft) ?? conflict('review_exists', 'You have reviewed this item already.'));
}

export const REVIEWS: Batches<ReviewDraft, Review> = {
  name: 'reviews',
  sizeOf: ({ searchKey, comment, images }) => textSize(searchKey, comment, images),
  identityOf: reviewIdentity,
  write: writeReviews,
};

/** The reviews that forbid another one. It locks the items first, so that the second of two concurrent reviews finds the first. */
async function findTaken(db: Database, projectId: number, drafts: readonly ReviewDraft[]): Promise<Set<string>> {
  const limited = drafts.filter(({ isOnce }) => isOnce);
  if (limited.length === 0) return new Set();
  await lockItems(db, projectId, limited);
  const anyOf = limited.map(({ itemType, itemId, userId }) => ({ itemType, itemId, userId }));
  const where = { projectId, [Op.or]: anyOf };
  const found = await db.model(Review).findAll({ attributes: ['itemType', 'itemId', 'userId'], where, raw: true });
  return new Set(found.map(itemAndAuthorOf));
}

function itemAndAuthorOf({ itemType, itemId, userId }: Pick<Review, 'itemType' | 'itemId' | 'userId'>): string {
  return `${itemType} ${itemId} ${userId}`;
}
