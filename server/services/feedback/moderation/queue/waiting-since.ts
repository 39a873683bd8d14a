import type { ModerationState, ReviewStatus } from '../decision.ts';

/** No time, in columns that an index orders: without NULL, one comparison is a range. */
export const NEVER = new Date(0);

/** Since when a new record waits; `NEVER` for one that does not. */
export function pendingSince(status: ReviewStatus | ModerationState, now: Date): Date {
  return status === 'pending' ? now : NEVER;
}

/** A record that a moderator makes pending again goes back to its place in the queue; one that never waited begins to wait now. */
export function pendingAgain(record: { readonly pendingSince: Date }, status: string, now: Date): { pendingSince?: Date } {
  if (status !== 'pending') return {};
  return { pendingSince: record.pendingSince > NEVER ? record.pendingSince : now };
}

/** Since when a record waits by its own times: one that a server of the release before wrote has no other. */
export function waitingSince(stored: Date, { editedAt, createdAt }: { readonly editedAt: Date | null; readonly createdAt: Date }): Date {
  return stored > NEVER ? stored : (editedAt ?? createdAt);
}
