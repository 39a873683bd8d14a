import type { Review } from '../../../models/feedback/Review.ts';
import type { PlainRow } from '../../platform/db/records/page.ts';
import type { ReviewBody, ReviewStatsBody } from '../../schemas/feedback/reviews.ts';
import type { ReviewStats } from '../../services/feedback/counts/review-sums.ts';

interface Reader {
  /** The author and staff see a guest's e-mail and the moderator's reason. */
  readonly isInsider: boolean;
  /** For staff, who decide on the review. */
  readonly contentHash?: string;
}

/** A review as this reader may see it. */
export function presentReview(review: PlainRow<Review>, { isInsider, contentHash }: Reader): ReviewBody {
  return {
    id: review.id,
    itemId: review.itemId,
    itemType: review.itemType,
    userId: isInsider || review.guestEmail === null ? review.userId : `guest:${maskEmail(review.guestEmail)}`,
    rating: review.rating,
    title: review.title,
    comment: review.comment,
    images: parseImages(review.images),
    status: review.status,
    statusReason: isInsider ? review.statusReason : null,
    guestEmail: isInsider ? review.guestEmail : null,
    guestName: review.guestName,
    isGuest: review.source === 'email_guest',
    source: review.source,
    projectId: review.projectId,
    editedAt: review.editedAt?.toISOString() ?? null,
    createdAt: review.createdAt.toISOString(),
    updatedAt: review.updatedAt.toISOString(),
    ...(contentHash === undefined ? {} : { contentHash }),
  };
}

export function presentReviewStats({ itemType, itemId, distribution, total, average }: ReviewStats): ReviewStatsBody {
  return { itemType, itemId, averageRating: average, totalReviews: total, distribution: { ...distribution } };
}

function parseImages(images: string | null): string[] {
  return images === null ? [] : JSON.parse(images);
}

/** `jane@example.com` as `j***@example.com`. */
function maskEmail(email: string): string {
  const [first = ''] = email;
  return `${first}***${email.slice(email.lastIndexOf('@'))}`;
}
