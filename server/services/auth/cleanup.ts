// Raw SQL: one statement per table deletes by primary key, whatever its columns are.
import { type MayContinue, repeatChunks, type SharedWork } from '../../platform/concurrency/shared-work.ts';
import type { Database } from '../../platform/db/database.ts';
import { purgeIdempotencyKeys } from '../../platform/db/records/idempotency.ts';
import { execute, type Replacements, type SqlValue, selectRows } from '../../platform/db/statements/sql.ts';
import { acrossProjects } from '../../platform/db/tenancy/with-tenant.ts';
import { inTransaction } from '../../platform/db/transactions/transaction.ts';
import { AUDITED_READ_MS } from './audit/latest-reads.ts';
import type { Auth } from './auth.ts';
import { COOLDOWN_MEMORY_MS } from './otp/cooldown-tiers.ts';
import { GUARD_MS } from './otp/guard/steps.ts';
import { MESSAGES_TABLE } from './otp/messages/change-states.ts';
import { CODE_MESSAGES_MS } from './otp/messages/message-log.ts';
import { SENT_CODES_MS } from './otp/sent-codes.ts';
import { hourOf, STATISTICS_MS, STATISTICS_TABLE } from './otp/statistics/code-statistics.ts';

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

/** Deletes expired rows and old idempotency keys, in small steps, so that no lock is held for long. */
export function authCleanup(auth: Auth): SharedWork {
  const { clock, db } = auth;
  const run = async (mayContinue: MayContinue): Promise<void> => {
    const deleted = await deleteExpiredRows(auth, clock.now(), mayContinue);
    // feedback deletes them too, but a server may have phone auth alone
    await purgeIdempotencyKeys(db, clock.now(), mayContinue);
    if (deleted > 0) db.log.info({ deleted }, 'expired rows of phone auth deleted');
  };
  return { name: 'auth cleanup', clock, run };
}

/** Deletes expired codes, cooldowns, locks, devices, reads, sessions and revocations of all projects. Returns the number of rows. */
export async function deleteExpiredRows(auth: Auth, now: Date, mayContinue: MayContinue): Promise<number> {
  let deleted = 0;
  for (const expired of expiredRowsAt(auth, now)) {
    deleted += await repeatChunks(mayContinue, CHUNK, () => deleteChunk(auth.db, expired));
  }
  return deleted;
}

function expiredRowsAt(auth: Auth, now: Date): ExpiredRows[] {
  const ago = (ms: number): Replacements => ({ now, before: new Date(now.getTime() - ms) });
  const { keys, lockout } = auth.config;
  return [
    ...['otp_codes', 'device_codes'].map((table) => ({
      table,
      key: ['project_id', 'phone', 'purpose'],
      where: 'expires_at < :before',
      replacements: ago(DAY_MS),
    })),
    ...['otp_sends', 'device_sends'].map((table) => ({
      table,
      key: ['project_id', 'phone'],
      where: 'last_sent_at < :before',
      replacements: ago(COOLDOWN_MEMORY_MS),
    })),
    { table: 'otp_guard', key: ['project_id', 'dimension', 'subject'], where: 'changed_at < :before', replacements: ago(GUARD_MS) },
    {
      table: STATISTICS_TABLE,
      key: ['project_id', 'hour', 'country', 'provider'],
      where: 'hour < :oldest',
      replacements: { oldest: hourOf(new Date(now.getTime() - STATISTICS_MS)) },
    },
    { table: 'sent_codes', key: ['id'], where: 'sent_at < :before', replacements: ago(SENT_CODES_MS) },
    { table: MESSAGES_TABLE, key: ['id'], where: 'sent_at < :before', replacements: ago(CODE_MESSAGES_MS) },
    ...expiredLocks(ago, lockout.seconds),
    { table: 'operator_failures', key: ['username_key'], where: 'started_at < :before', replacements: ago(HOUR_MS) },
    ...['operator_devices', 'user_devices'].map((table) => ({
      table,
      key: ['token_hash'],
      where: 'expires_at < :now',
      replacements: { now },
    })),
    { table: 'audited_reads', key: ['project_id', 'reader'], where: 'read_at < :before', replacements: ago(AUDITED_READ_MS) },
    { table: 'sessions', key: ['id'], where: 'expires_at < :before', replacements: ago(30 * DAY_MS) },
    // every token issued before then has expired
    { table: 'revocations', key: ['id'], where: 'revoked_at < :before', replacements: ago(keys.accessTokenSeconds * 1000 + HOUR_MS) },
  ];
}

function expiredLocks(ago: (ms: number) => Replacements, lockSeconds: number): ExpiredRows[] {
  const of = { table: 'attempt_locks', key: ['project_id', 'kind', 'subject'] };
  const isOld = 'changed_at < :before AND (locked_until IS NULL OR locked_until <= :now)';
  return [
    { ...of, where: isOld, replacements: ago(30 * DAY_MS) },
    {
      ...of,
      // anyone can invent usernames and addresses, and users change devices; a guess that waits for this is no faster than one that waits
      // for the end of a lock
      where: `${isOld} AND (kind IN ('operator', 'device') OR account IS NOT NULL)`,
      replacements: ago(Math.max(HOUR_MS, lockSeconds * 1000)),
    },
  ];
}

/** Finds rows without a lock and deletes them by key, so that a request that writes its own row never meets a deadlock here. */
async function deleteChunk(db: Database, { table, key, where, replacements }: ExpiredRows): Promise<number> {
  const hasKey = key.map((column) => `${column} = :${column}`).join(' AND ');
  const select = `SELECT ${key.join(', ')} FROM ${table} WHERE ${where} LIMIT ${CHUNK}`;
  const remove = `DELETE FROM ${table} WHERE ${hasKey} AND ${where}`;
  const rows = await selectRows<Record<string, SqlValue>>(acrossProjects(db), select, replacements);
  if (rows.length === 0) return 0;
  await inTransaction(db, async () => {
    for (const row of rows) await execute(acrossProjects(db), remove, { ...replacements, ...row });
  });
  return rows.length;
}
