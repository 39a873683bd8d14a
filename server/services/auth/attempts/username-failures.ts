// Raw SQL: failures are counted by one upsert, and a guess takes its permit only while the username is open.
import { MAX_SKEW_MS } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import { asDate, execute, type Replacements, selectRows } from '../../../platform/db/statements/sql.ts';

/** Failed sign-ins of one username, from all addresses together, that lock it until its hour ends. */
export const HOURLY_FAILURES = 100;
const HOUR_MS = 3_600_000;

const COLUMNS = 'username_key, failures, started_at';
/** An hour that a clock dated ahead has ended too, so that no username stays locked for longer than an hour. */
const IS_CURRENT = 'started_at > :hourAgo AND started_at <= :latest';

/** SQL condition: the username `:account` has not used up its hour. `hourAt` has the other values. */
export const USERNAME_IS_OPEN = `NOT EXISTS (SELECT 1 FROM operator_failures
  WHERE username_key = :account AND failures >= ${HOURLY_FAILURES} AND ${IS_CURRENT})`;

export function hourAt(now: Date): Replacements {
  return { hourAgo: new Date(now.getTime() - HOUR_MS), latest: new Date(now.getTime() + MAX_SKEW_MS) };
}

/** Seconds until the username is unlocked, rounded up; 0 when it is open. */
export async function usernameLockedSeconds(db: Database, account: string, now: Date): Promise<number> {
  const row = await currentHour(db, account, now);
  return row === null || row.failures < HOURLY_FAILURES ? 0 : secondsLeft(row, now);
}

export interface UsernameFailure {
  /** Whether the hour had room for it. */
  readonly counted: boolean;
  /** Whether it used up the hour. */
  readonly isLast: boolean;
  /** Until the hour ends. */
  readonly secondsLeft: number;
}

/**
 * Counts a failed sign-in, in the caller's transaction. Parallel failures wait for each other here, so no hour has more than its number.
 */
export async function countUsernameFailure(db: Database, account: string, now: Date): Promise<UsernameFailure> {
  const grown = `CASE WHEN NOT (${IS_CURRENT}) THEN 1 WHEN failures <= ${HOURLY_FAILURES} THEN failures + 1 ELSE failures END`;
  // MySQL assigns from left to right: the count needs the old start
  const set = `failures = ${grown}, started_at = CASE WHEN ${IS_CURRENT} THEN started_at ELSE :now END`;
  const onDuplicate = db.isMySql ? 'ON DUPLICATE KEY UPDATE' : 'ON CONFLICT (username_key) DO UPDATE SET';
  await execute(db, `INSERT INTO operator_failures (${COLUMNS}) VALUES (:account, 1, :now) ${onDuplicate} ${set}`, {
    ...hourAt(now),
    account,
    now,
  });
  const row = await currentHour(db, account, now);
  const failures = row?.failures ?? 0;
  return {
    counted: failures <= HOURLY_FAILURES,
    isLast: failures === HOURLY_FAILURES,
    secondsLeft: row === null ? 0 : secondsLeft(row, now),
  };
}

interface Hour {
  readonly failures: number;
  readonly startedAt: Date;
}

async function currentHour(db: Database, account: string, now: Date): Promise<Hour | null> {
  const [row] = await selectRows<{ failures: number; startedAt: Date | string }>(
    db,
    `SELECT failures, started_at AS startedAt FROM operator_failures WHERE username_key = :account AND ${IS_CURRENT}`,
    { ...hourAt(now), account },
  );
  return row === undefined ? null : { failures: row.failures, startedAt: asDate(row.startedAt) };
}

function secondsLeft({ startedAt }: Hour, now: Date): number {
  return Math.max(1, Math.min(HOUR_MS / 1000, Math.ceil((startedAt.getTime() + HOUR_MS - now.getTime()) / 1000)));
}
