import type { EventBatchBody, EventBody } from '../../schemas/apps/analytics.ts';
import type { Outcome } from '../../services/apps/analytics/events.ts';

export function presentRecorded(isDuplicate: boolean): EventBody {
  return { recorded: true, duplicate: isDuplicate };
}

/** The outcome of each event of a batch; the three counts add up to its length. */
export function presentOutcomes(outcomes: readonly Outcome[]): EventBatchBody {
  const count = (status: Outcome['status']): number => outcomes.filter((outcome) => outcome.status === status).length;
  return {
    accepted: count('accepted'),
    duplicates: count('duplicate'),
    rejected: count('rejected'),
    results: outcomes.map((outcome, index) => ({ index, ...outcome })),
  };
}
