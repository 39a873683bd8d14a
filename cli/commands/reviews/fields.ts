import type { components } from '../../../generated/api-types.ts';
import type { Field, Printer } from '../../output/printer.ts';

export type Review = components['schemas']['Review'];

export const STATUSES = ['pending', 'approved', 'rejected'] as const satisfies readonly Review['status'][];

export const SORTS = ['newest', 'oldest', 'rating'] as const;

const MAX_REASON_LENGTH = 500;

/** The fields that a moderator needs for a decision. */
export function contentFields(print: Printer, review: Review): Field[] {
  return [
    ['Rating', ratingOf(print, review)],
    ['Item', `${review.itemType} ${review.itemId}`],
    ['Author', review.guestName ?? review.userId],
    ['Guest e-mail', review.guestEmail],
    ['Title', review.title],
    ['Comment', review.comment],
    ['Images', review.images.join('\n')],
    ['Created', print.time(review.createdAt)],
    ['Edited', print.time(review.editedAt)],
  ];
}

export function stars({ rating }: Review): string {
  return '★'.repeat(rating) + '☆'.repeat(5 - rating);
}

/** The API's rule for reasons. An empty one is allowed. */
export function checkReason(text: string): true | string {
  return [...text.trim()].length <= MAX_REASON_LENGTH || `It must have at most ${MAX_REASON_LENGTH} characters.`;
}

function ratingOf({ isForPeople }: Printer, review: Review): string | number {
  return isForPeople ? stars(review) : review.rating;
}
