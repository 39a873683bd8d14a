import { dailySum } from '../../../platform/db/records/daily-counts.ts';
import type { SlottedSum } from '../../../platform/db/records/recount-steps.ts';

/** How the daily counters of feedback are counted. A deleted post or record leaves its votes and comments in the days of their creation. */
export const DAILY_SUMS: readonly SlottedSum[] = [
  dailySum({
    from: 'reviews',
    values: {
      reviews: 'COUNT(*)',
      approved: "SUM(CASE WHEN status = 'approved' THEN 1 ELSE 0 END)",
      stars: "SUM(CASE WHEN status = 'approved' THEN rating ELSE 0 END)",
    },
  }),
  dailySum({ from: 'posts', values: { posts: 'COUNT(*)' } }),
  dailySum({ from: 'post_votes', values: { votes: 'COUNT(*)' }, isFloor: true }),
  dailySum({ from: 'comments', where: 'is_deleted = 0', values: { comments: 'COUNT(*)' }, isFloor: true }),
];
