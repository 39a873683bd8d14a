/** As many seconds younger is worth as much as ten times the votes. */
const SECONDS_PER_TENFOLD = 45_000;

/**
 * By which `sort=trending` goes: votes, of which each counts less than the one before, and age, as in Reddit's "hot". It grows with the
 * time of creation instead of shrinking with age, so that it changes with votes alone and is never computed anew for what lies still.
 */
export function trendingOf(votesCount: number, createdAt: Date): number {
  // a count that is off (npm run recount) must not stop a vote
  return Math.log10(1 + Math.max(0, votesCount)) + createdAt.getTime() / 1_000 / SECONDS_PER_TENFOLD;
}
