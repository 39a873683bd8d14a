import { createHash } from 'node:crypto';
import type { Review } from '../../../models/feedback/Review.ts';
import { searchKeyOf } from './search.ts';

/** What a moderator judges. */
type Content = Pick<Review, 'rating' | 'title' | 'comment' | 'images' | 'guestName'>;

/** SHA-256 in hex of what a moderator judges: it changes with the text, and not with a decision on it. */
export function contentHashOf({ rating, title, comment, images, guestName }: Content): string {
  return createHash('sha256')
    .update(JSON.stringify([rating, title, comment, images, guestName]))
    .digest('hex');
}

/** How the images are kept: JSON, and null for none. */
export function imagesText(images: readonly string[] | null): string | null {
  return images === null || images.length === 0 ? null : JSON.stringify(images);
}

/** What moderators search a review by, the guest first: a long comment is cut. */
export function reviewSearchKey({
  title,
  comment,
  guestName,
  guestEmail,
}: Pick<Review, 'title' | 'comment' | 'guestName' | 'guestEmail'>): string {
  return searchKeyOf(guestEmail, guestName, title, comment);
}
