import type { DayBody, StatisticsBody } from '../../schemas/feedback/statistics.ts';
import type { DayStatistics } from '../../services/feedback/counts/daily-statistics.ts';
import type { Statistics } from '../../services/feedback/counts/statistics.ts';

/** The dashboard's numbers; each total is the sum of its parts. */
export function presentStatistics(statistics: Statistics): StatisticsBody {
  const { reviews, averageRating, postsByStatus, postsByCategory, roadmapByStatus, oldestPendingAt } = statistics;
  return {
    reviews: { total: sum(reviews), ...reviews, averageRating },
    posts: { total: sum(postsByStatus), byStatus: { ...postsByStatus }, byCategory: { ...postsByCategory } },
    comments: { total: statistics.comments },
    votes: { total: statistics.votes },
    favorites: { total: statistics.favorites },
    roadmap: { total: sum(roadmapByStatus), byStatus: { ...roadmapByStatus } },
    changelog: { total: statistics.changelog },
    oldestPendingAt: oldestPendingAt?.toISOString() ?? null,
  };
}

/** A day as a row of a chart. A number is negative only until the rows of older releases are counted. */
export function presentDay({ day, averageRating, ...counts }: DayStatistics): DayBody {
  const { reviews, posts, votes, comments, registrations, signIns } = counts;
  return {
    day,
    reviews: atLeastZero(reviews),
    averageRating,
    posts: atLeastZero(posts),
    votes: atLeastZero(votes),
    comments: atLeastZero(comments),
    registrations: atLeastZero(registrations),
    signIns: atLeastZero(signIns),
  };
}

function atLeastZero(count: number): number {
  return Math.max(0, count);
}

function sum(parts: Readonly<Record<string, number>>): number {
  return Object.values(parts).reduce((total, part) => total + part, 0);
}
