import type { Schemas } from '../../../api.ts';

/** A text that waits. */
export type Entry = Schemas['QueueEntry'];
export type Status = Entry['status'];
export type Verdict = 'approve' | 'reject' | 'hide';
export type ReportReason = keyof NonNullable<Entry['reports']>['reasons'];

/** After this, the clock of 24 hours is nearly over. */
export const LATE_HOURS = 20;

/** In the order in which people are offered them. */
export const REPORT_REASONS: readonly ReportReason[] = ['spam', 'abuse', 'off_topic', 'personal_data', 'other'];

/** Names an entry in the address. */
export function keyOf({ kind, id }: Pick<Entry, 'kind' | 'id'>): string {
  return `${kind}-${id}`;
}

/** The status that a verdict gives. */
export function statusFor({ kind }: Entry, verdict: Verdict): Status {
  if (verdict === 'hide') return 'hidden';
  if (kind === 'review') return verdict === 'approve' ? 'approved' : 'rejected';
  return verdict === 'approve' ? 'visible' : 'removed';
}

/** Whether all of them can be hidden: reviews have no such status. */
export function mayHide(entries: readonly Entry[]): boolean {
  return entries.every(({ kind, status }) => kind !== 'review' && status !== 'hidden');
}

/** Whether everyone can read it while it waits. */
export function isShown({ status }: Entry): boolean {
  return status === 'approved' || status === 'visible';
}

/** The reason that most reports give; null without reports. */
export function mainReason({ reports }: Entry): ReportReason | null {
  if (reports === null) return null;
  return REPORT_REASONS.toSorted((one, other) => reports.reasons[other] - reports.reasons[one])[0] ?? null;
}
