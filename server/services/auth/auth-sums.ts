import type { Database } from '../../platform/db/database.ts';
import { dailySum } from '../../platform/db/records/daily-counts.ts';
import { type Drift, type RecountOptions, recountSums, type SlottedSum } from '../../platform/db/records/recount-steps.ts';
import { USER_COUNTS } from './search/user-counts.ts';

/** How the counters of phone auth are counted. Sessions are deleted some time after they end. */
export const AUTH_SUMS: readonly SlottedSum[] = [
  dailySum({ from: 'users', values: { registrations: 'COUNT(*)' } }),
  dailySum({
    from: 'sessions',
    where: "user_id IS NOT NULL AND method <> 'registration'",
    values: { sign_ins: 'COUNT(*)' },
    isFloor: true,
  }),
  USER_COUNTS,
];

/** Compares every counter of phone auth with the counted rows and returns the differences; with `repair` it also corrects them. */
export function recountAuth(db: Database, options: RecountOptions): Promise<Drift[]> {
  return recountSums(db, AUTH_SUMS, options);
}
