import type { Review } from '../../../../models/feedback/Review.ts';
import { hashOf } from '../moderation/unchanged.ts';
import { searchKeyOf } from '../search.ts';

/** The fields that a moderator judges. */
type Content = Pick<Review, 'rating' | 'title' | 'comment' | 'images' | 'guestName'>;

/** SHA-256, in hex, of the fields that a moderator judges. An edit by the author changes it; a moderator's decision does not. */
export function contentHashOf({ rating, title, comment, images, guestName }: Content): string {
  return hashOf([rating, title, comment, images, guestName]);
}

/** The stored form of the images: JSON, or null for none. */
export function imagesText(images: readonly string[] | null): string | null {
  return images === null || images.length === 0 ? null : JSON.stringify(images);
}

/** The text that moderators search. The guest comes first, because the end of a long text is cut off. */
export function reviewSearchKey({
  title,
  comment,
  guestName,
  guestEmail,
}: Pick<Review, 'title' | 'comment' | 'guestName' | 'guestEmail'>): string {
  return searchKeyOf(guestEmail, guestName, title, comment);
}
