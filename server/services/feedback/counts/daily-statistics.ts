import { projectIdOf } from '../../../platform/context.ts';
import { dayOf, readDays } from '../../../platform/db/records/daily-counts.ts';
import type { FeedbackContext } from '../feedback.ts';

/** The numbers of one UTC day. */
export interface DayStatistics {
  /** Such as `2026-11-28`. */
  readonly day: string;
  readonly reviews: number;
  /** The average of the approved reviews of the day, rounded to 2 decimals; null without any. */
  readonly averageRating: number | null;
  readonly posts: number;
  readonly votes: number;
  readonly comments: number;
  readonly registrations: number;
  readonly signIns: number;
}

const DAY_MS = 86_400_000;
const NOTHING = { reviews: 0, approved: 0, stars: 0, posts: 0, votes: 0, comments: 0, registrations: 0, sign_ins: 0 };

/** The last `days` days of the project, today included, oldest first: one statement, however many rows were written. */
export async function readDailyStatistics(ctx: FeedbackContext, days: number): Promise<DayStatistics[]> {
  const dates = Array.from({ length: days }, (_, index) => new Date(ctx.now.getTime() - (days - 1 - index) * DAY_MS));
  const rows = await readDays(ctx.db, projectIdOf(ctx), { from: dates[0] ?? ctx.now, to: ctx.now });
  const counted = new Map(rows.map((row) => [row.day, row]));
  return dates.map((date) => {
    const day = dayOf(date);
    const { approved, stars, sign_ins: signIns, ...numbers } = counted.get(day) ?? { day, ...NOTHING };
    return { ...numbers, signIns, averageRating: approved > 0 ? Math.round((stars * 100) / approved) / 100 : null };
  });
}
