/** A post that is younger by this many seconds ranks like an older one with ten times the votes. */
const SECONDS_PER_TENFOLD = 45_000;

/**
 * The value that `sort=trending` sorts by: votes on a logarithmic scale plus the time of creation, as in Reddit's "hot". It does not
 * shrink while the post gets older: it changes only with votes, so no background job needs to compute it again.
 */
export function trendingOf(votesCount: number, createdAt: Date): number {
  // a counter that is wrongly negative (see npm run recount) must not make voting fail
  return Math.log10(1 + Math.max(0, votesCount)) + createdAt.getTime() / 1_000 / SECONDS_PER_TENFOLD;
}
