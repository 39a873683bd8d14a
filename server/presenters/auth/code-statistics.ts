import type { CodeStatisticsBody } from '../../schemas/auth/code-statistics.ts';
import type { CodeStatisticsResult } from '../../services/auth/otp/statistics/read-statistics.ts';

/** Fewer codes tell nothing about a rate. */
const MIN_SENT = 20;

export function presentCodeStatistics({ from, to, by, rows, paused }: CodeStatisticsResult): CodeStatisticsBody {
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    by,
    paused: [...paused],
    data: rows.map(({ key, sent, tracked, delivered, failed, used, refused }) => ({
      key,
      sent,
      delivered: tracked === 0 ? null : delivered,
      failed,
      used,
      refused,
      rate: sent < MIN_SENT ? null : Math.min(1, Math.round((1_000 * used) / sent) / 1_000),
    })),
  };
}
