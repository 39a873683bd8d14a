import type { StatisticsBody } from '../../schemas/feedback/statistics.ts';
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

function sum(parts: Readonly<Record<string, number>>): number {
  return Object.values(parts).reduce((total, part) => total + part, 0);
}
