import type { Outcome } from '../../services/apps/events.ts';

/** What became of each event of a batch; the three counts are a partition of it. */
export function presentOutcomes(outcomes: readonly Outcome[]): object {
  const count = (status: Outcome['status']): number => outcomes.filter((outcome) => outcome.status === status).length;
  return {
    accepted: count('accepted'),
    duplicates: count('duplicate'),
    rejected: count('rejected'),
    results: outcomes.map((outcome, index) => ({ index, ...outcome })),
  };
}
