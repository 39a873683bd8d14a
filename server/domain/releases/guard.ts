/** Halts a release, or warns, when too many of its users see a crash. */
export interface ReleaseGuard {
  /** The share of its users, 0 to 1, above which it acts. */
  maxRate: number;
  /** It does not act with fewer users. */
  minUsers: number;
  action: 'halt' | 'warn';
}

/** The users of a release in the last 24 hours. */
export interface Health {
  /** Those whose latest event came from the release, or whose latest crash did. */
  readonly users: number;
  readonly crashed: number;
}

/** Whether the guard acts. */
export function isTripped({ maxRate, minUsers }: ReleaseGuard, { users, crashed }: Health): boolean {
  return users >= minUsers && crashed > users * maxRate;
}
