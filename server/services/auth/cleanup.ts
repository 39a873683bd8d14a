import type { Clock } from '../../platform/clock.ts';
import { execute, type Replacements, type SqlValue, selectRows } from '../../platform/db/sql.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { type HourlyWork, runHourly } from '../../platform/hourly.ts';
import type { Logger } from '../../platform/logger.ts';
import { FORGOTTEN_AFTER_MS } from './cooldown.ts';
import { authSetup } from './setup.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const CHUNK = 200;

/** Rows of a table that nobody asks for any more; `key` is its primary key. */
interface Leftovers {
  readonly table: string;
  readonly key: readonly string[];
  readonly where: string;
  readonly replacements: Replacements;
}

let cleanup: HourlyWork | undefined;

/** Deletes what is over once an hour, in the background and in small steps that hold no lock for long. */
export function startAuthCleanup({ log, clock }: { log: Logger; clock: Clock }): void {
  void stopAuthCleanup();
  cleanup = runHourly(async (stopping) => {
    try {
      const deleted = await deleteLeftovers(clock.now(), stopping);
      if (deleted > 0) log.info({ deleted }, 'what is over of phone auth deleted');
    } catch (error) {
      log.warn({ err: error }, 'what is over of phone auth could not be deleted; trying again in an hour');
    }
  });
}

/** Resolves when nothing of it uses the database any more. */
export async function stopAuthCleanup(): Promise<void> {
  await cleanup?.stop();
}

/** Deletes codes, cooldowns, locks, sessions and revocations that change no answer any more, until told to stop. Answers how many rows. */
export async function deleteLeftovers(now: Date, stopping?: AbortSignal): Promise<number> {
  let deleted = 0;
  for (const leftovers of leftoversAt(now)) deleted += await deleteAll(leftovers, stopping);
  return deleted;
}

function leftoversAt(now: Date): Leftovers[] {
  const ago = (ms: number): Replacements => ({ now, before: new Date(now.getTime() - ms) });
  const { accessTokenSeconds } = authSetup().config.keys;
  const unlocked = '(locked_until IS NULL OR locked_until <= :now)';
  return [
    { table: 'otp_codes', key: ['project_id', 'phone', 'purpose'], where: 'expires_at < :before', replacements: ago(DAY_MS) },
    { table: 'otp_sends', key: ['project_id', 'phone'], where: 'last_sent_at < :before', replacements: ago(FORGOTTEN_AFTER_MS) },
    {
      table: 'attempt_locks',
      key: ['project_id', 'kind', 'subject'],
      where: `changed_at < :before AND ${unlocked}`,
      replacements: ago(30 * DAY_MS),
    },
    { table: 'sessions', key: ['id'], where: 'expires_at < :before', replacements: ago(30 * DAY_MS) },
    // no token is still alive that was issued before
    { table: 'revocations', key: ['id'], where: 'revoked_at < :before', replacements: ago(accessTokenSeconds * 1000 + HOUR_MS) },
  ];
}

/** Found without a lock and deleted by key: a request that writes its one row never meets a deadlock here. */
async function deleteAll({ table, key, where, replacements }: Leftovers, stopping?: AbortSignal): Promise<number> {
  const isRow = key.map((column) => `${column} = :${column}`).join(' AND ');
  for (let deleted = 0; ; ) {
    if (stopping?.aborted === true) return deleted;
    const found = `SELECT ${key.join(', ')} FROM ${table} WHERE ${where} LIMIT ${CHUNK}`;
    const rows = await selectRows<Record<string, SqlValue>>(found, replacements);
    deleted += await inTransaction(async () => {
      let count = 0;
      for (const row of rows) count += await execute(`DELETE FROM ${table} WHERE ${isRow} AND ${where}`, { ...replacements, ...row });
      return count;
    });
    if (rows.length < CHUNK) return deleted;
  }
}
