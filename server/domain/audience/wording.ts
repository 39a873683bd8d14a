import type { Count } from './tally.ts';

/** `1 user`, `3 users`, or `2 to 5 users` where stored attributes do not decide. */
export function usersText(count: Count): string {
  if (typeof count !== 'number') return `${count.min} to ${count.max} users`;
  return count === 1 ? '1 user' : `${count} users`;
}

export function isNone(count: Count): boolean {
  return typeof count === 'number' ? count === 0 : count.max === 0;
}
