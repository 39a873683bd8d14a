// Raw SQL: one statement per table deletes by primary key, whatever its columns are.
import { type FixedDelayWork, runHourly } from '../../platform/concurrency/fixed-delay.ts';
import type { Database } from '../../platform/db/database.ts';
import { execute, type Replacements, type SqlValue, selectRows } from '../../platform/db/sql.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Auth } from './auth.ts';
import { COOLDOWN_MEMORY_MS } from './otp/cooldown-tiers.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const CHUNK = 200;

/** Rows of one table that nothing reads any more; `key` is its primary key. */
interface ExpiredRows {
  readonly table: string;
  readonly key: readonly string[];
  readonly where: string;
  readonly replacements: Replacements;
}

/** Deletes expired rows once an hour, in the background and in small steps, so that no lock is held for long. */
export function startAuthCleanup(auth: Auth): FixedDelayWork {
  const { log } = auth.db;
  const run = async (stopping: AbortSignal): Promise<void> => {
    const deleted = await deleteExpiredRows(auth, auth.clock.now(), stopping);
    if (deleted > 0) log.info({ deleted }, 'expired rows of phone auth deleted');
  };
  return runHourly(run, { name: 'auth cleanup', log });
}

/** Deletes expired codes, cooldowns, locks, sessions and revocations of all projects until it is stopped. Returns the number of rows. */
export async function deleteExpiredRows(auth: Auth, now: Date, stopping?: AbortSignal): Promise<number> {
  let deleted = 0;
  for (const expired of expiredRowsAt(auth, now)) deleted += await deleteAll(auth.db, expired, stopping);
  return deleted;
}

function expiredRowsAt(auth: Auth, now: Date): ExpiredRows[] {
  const ago = (ms: number): Replacements => ({ now, before: new Date(now.getTime() - ms) });
  const { accessTokenSeconds } = auth.config.keys;
  const unlocked = '(locked_until IS NULL OR locked_until <= :now)';
  return [
    { table: 'otp_codes', key: ['project_id', 'phone', 'purpose'], where: 'expires_at < :before', replacements: ago(DAY_MS) },
    { table: 'otp_sends', key: ['project_id', 'phone'], where: 'last_sent_at < :before', replacements: ago(COOLDOWN_MEMORY_MS) },
    {
      table: 'attempt_locks',
      key: ['project_id', 'kind', 'subject'],
      where: `changed_at < :before AND ${unlocked}`,
      replacements: ago(30 * DAY_MS),
    },
    { table: 'sessions', key: ['id'], where: 'expires_at < :before', replacements: ago(30 * DAY_MS) },
    // every token issued before then has expired
    { table: 'revocations', key: ['id'], where: 'revoked_at < :before', replacements: ago(accessTokenSeconds * 1000 + HOUR_MS) },
  ];
}

/** Finds rows without a lock and deletes them by key, so that a request that writes its own row never meets a deadlock here. */
async function deleteAll(db: Database, { table, key, where, replacements }: ExpiredRows, stopping?: AbortSignal): Promise<number> {
  const hasKey = key.map((column) => `${column} = :${column}`).join(' AND ');
  const select = `SELECT ${key.join(', ')} FROM ${table} WHERE ${where} LIMIT ${CHUNK}`;
  const remove = `DELETE FROM ${table} WHERE ${hasKey} AND ${where}`;
  const acrossProjects = { acrossProjects: true };
  for (let deleted = 0; ; ) {
    if (stopping?.aborted === true) return deleted;
    const rows = await selectRows<Record<string, SqlValue>>(db, select, replacements, acrossProjects);
    deleted += await inTransaction(db, async () => {
      let count = 0;
      for (const row of rows) count += await execute(db, remove, { ...replacements, ...row }, acrossProjects);
      return count;
    });
    if (rows.length < CHUNK) return deleted;
  }
}
