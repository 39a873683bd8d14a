import type { Schemas } from '../../api.ts';

export type Day = Schemas['DailyReply']['data'][number];

/** The sum of one number over the days. */
export function sumOf(days: readonly Day[], field: 'registrations' | 'signIns' | 'reviews'): number {
  return days.reduce((sum, day) => sum + day[field], 0);
}

/** The rating of all reviews of the days, by the number of reviews of each day; null without ratings. */
export function averageOf(days: readonly Day[]): number | null {
  let [sum, count] = [0, 0];
  for (const { averageRating, reviews } of days) {
    if (averageRating === null) continue;
    // a day can have a rating of reviews that were written before it
    const weight = Math.max(reviews, 1);
    sum += averageRating * weight;
    count += weight;
  }
  return count === 0 ? null : sum / count;
}

/** A day without registrations, sign-ins, reviews and ratings. */
export function isQuiet({ registrations, signIns, reviews, averageRating }: Day): boolean {
  return registrations === 0 && signIns === 0 && reviews === 0 && averageRating === null;
}
