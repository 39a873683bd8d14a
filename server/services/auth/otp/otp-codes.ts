// Raw SQL: a code is compared and used up by one conditional update; the upsert replaces it under a row lock.
import { randomUUID } from 'node:crypto';
import { digestOfCode, isSameDigest } from '../../../platform/crypto/one-time-code.ts';
import { asDate, execute, type SqlValue, selectRows } from '../../../platform/db/statements/sql.ts';
import { acrossProjects, withTenant } from '../../../platform/db/tenancy/with-tenant.ts';
import { inTransaction } from '../../../platform/db/transactions/transaction.ts';
import { badRequest } from '../../../platform/errors.ts';
import type { LockArea } from '../attempts/lock-key.ts';
import type { Auth, AuthCall, AuthContext } from '../auth.ts';
import type { Purpose } from './purpose.ts';
import { type ClearCode, type CodeKey, lockCodes, type NewCode, nameOf, replaceCodes, type StoredCode, TABLES } from './stored-codes.ts';

/** After this many wrong attempts in an area even the right code fails there. */
const MAX_WRONG_TRIES = 5;
/** Anyone may try to restore an account, which must not kill the code of a sign-in. */
const TRIES: Readonly<Record<LockArea, string>> = { signIn: 'wrong_tries', account: 'account_tries' };
const WHERE_CODE = 'project_id = :projectId AND phone = :phone AND purpose = :purpose';

function isLiveIn(area: LockArea): string {
  return `used_by IS NULL AND expires_at > :now AND ${TRIES[area]} < ${MAX_WRONG_TRIES}`;
}

/** Assignment that counts a wrong attempt. */
function countedIn(area: LockArea): string {
  return `${TRIES[area]} = ${TRIES[area]} + CASE WHEN digest = :digest THEN 0 ELSE 1 END`;
}

/** A sign-in that its client named with an `Idempotency-Key`. */
export interface CodeAttempt {
  /** 36 characters; the same for each repeat. */
  readonly id: string;
  /** Whether an earlier request with the key may have used the code up, and then opened no session. */
  readonly isRepeat: boolean;
  /** Set once the code is used up. */
  hasUsedCode: boolean;
}

/** A repeat may use a code so long after it expired, in case the first request came at the last moment. */
const REPEAT_MS = 120_000;

/** The stored form of a code that is sent now. */
export function newCode(
  { service: auth, now }: AuthCall,
  code: ClearCode,
  { ttlSeconds, network }: { ttlSeconds: number; network: string | null },
): NewCode {
  const expiresAt = new Date(now.getTime() + ttlSeconds * 1000);
  const { code: _, ...key } = code;
  const stored = { digest: digestOf(auth, code), network, wrongTries: 0, accountTries: 0, usedBy: null, expiresAt, createdAt: now };
  return { ...key, stored };
}

/** The sending of a right code. */
export type Sending = Pick<StoredCode, 'network' | 'createdAt'>;

/** `used`: it is the right code, but an earlier request used it. The right one comes with its sending. */
export type CodeVerdict = 'wrong' | 'used' | Sending;

/**
 * Uses the live code up if it matches, else counts a wrong attempt. One statement does both, so that one of parallel calls with the
 * right code succeeds, and no more than five wrong ones of an area are ever compared. A repeat may use the code that it used before.
 */
export async function useCode(call: AuthCall, code: ClearCode, { area, named }: Counted): Promise<CodeVerdict> {
  const { service: auth, now } = call;
  const attempt = named?.id ?? randomUUID();
  const digest = digestOf(auth, code);
  const table = TABLES[code.requester];
  const tenant = withTenant(auth.db, code.projectId);
  const changed = await execute(
    tenant,
    `UPDATE ${table}
     SET ${countedIn(area)},
         used_by = CASE WHEN digest = :digest THEN :attempt ELSE used_by END
     WHERE ${WHERE_CODE} AND ${isLiveIn(area)}`,
    { ...columnsOf(code), digest, attempt, now },
  );
  const [row] = await selectRows<UsedRow>(
    tenant,
    `SELECT used_by AS usedBy, digest, network, created_at AS createdAt, expires_at AS expiresAt FROM ${table} WHERE ${WHERE_CODE}`,
    columnsOf(code),
  );
  if (row === undefined || row.usedBy === null || !isSameDigest(row.digest, digest)) return 'wrong';
  const isUsedNow = named === undefined ? row.usedBy === attempt : isUsedBy(named, row, { isNew: changed > 0, now });
  return isUsedNow ? { network: row.network, createdAt: asDate(row.createdAt) } : 'used';
}

/** Where wrong codes count, and the name of the attempt if it has one. */
export interface Counted {
  readonly area: LockArea;
  readonly named?: CodeAttempt | undefined;
}

interface UsedRow extends Pick<StoredCode, 'usedBy' | 'digest' | 'network'> {
  readonly createdAt: Date | string;
  readonly expiresAt: Date | string;
}

/** Whether the attempt has used the code up: now, or before if it is a repeat. */
function isUsedBy(named: CodeAttempt, { usedBy, expiresAt }: UsedRow, { isNew, now }: { isNew: boolean; now: Date }): boolean {
  if (usedBy !== named.id) return false;
  const mayRepeat = named.isRepeat && now.getTime() < asDate(expiresAt).getTime() + REPEAT_MS;
  return isNew || mayRepeat;
}

/** The sending of the live code; null when it is another. A right one can still be used; a wrong attempt is counted, as by `useCode`. */
export async function compareCode({ service: auth, now }: AuthCall, code: ClearCode, area: LockArea): Promise<Sending | null> {
  const digest = digestOf(auth, code);
  const values = { ...columnsOf(code), digest, now };
  const table = TABLES[code.requester];
  const isLive = `${WHERE_CODE} AND ${isLiveIn(area)}`;
  const tenant = withTenant(auth.db, code.projectId);
  await execute(tenant, `UPDATE ${table} SET ${countedIn(area)} WHERE ${isLive}`, values);
  const select = `SELECT digest, network, created_at AS createdAt FROM ${table} WHERE ${isLive}`;
  const [row] = await selectRows<Pick<StoredCode, 'digest' | 'network'> & { createdAt: Date | string }>(tenant, select, values);
  if (row === undefined || !isSameDigest(row.digest, digest)) return null;
  return { network: row.network, createdAt: asDate(row.createdAt) };
}

/** Whether this call is the first that the guard counts for the code: it forgets the network, by which codes are counted. */
export async function forgetNetwork({ service: auth }: AuthCall, code: ClearCode): Promise<boolean> {
  const forget = `UPDATE ${TABLES[code.requester]} SET network = NULL WHERE ${WHERE_CODE} AND digest = :digest AND network IS NOT NULL`;
  const changed = await execute(withTenant(auth.db, code.projectId), forget, { ...columnsOf(code), digest: digestOf(auth, code) });
  return changed > 0;
}

/**
 * Restores the older code, with its attempts and expiry, in place of a newer one that was not delivered. Does nothing when a third code
 * has replaced the newer one, or when the newer one was used and so was delivered after all.
 */
export async function restoreCode(auth: Auth, undelivered: ClearCode, before: StoredCode | null): Promise<void> {
  await inTransaction(auth.db, async () => {
    const { projectId, requester } = undelivered;
    const current = (await lockCodes(auth.db, projectId, { requester, keys: [undelivered] })).get(nameOf(undelivered)) ?? null;
    if (current === null || current.usedBy !== null || !isSameDigest(current.digest, digestOf(auth, undelivered))) return;
    if (before === null)
      await execute(
        withTenant(auth.db, undelivered.projectId),
        `DELETE FROM ${TABLES[undelivered.requester]} WHERE ${WHERE_CODE}`,
        columnsOf(undelivered),
      );
    else await replaceCodes(auth.db, requester, [{ ...undelivered, stored: before }]);
  });
}

/**
 * The one project in which the phone has a live code of this purpose, or one that the attempt has used up; null when there is none.
 * @throws ApiError 400 `project_id_required` when there are several
 */
export async function projectOfLiveCode(
  { db, now }: Pick<AuthContext, 'db' | 'now'>,
  { phone, purpose, named = null }: CodeSearch,
): Promise<number | null> {
  const isMeant = `(${isLiveIn('signIn')} OR used_by = :attempt)`;
  const ofTable = (table: string) =>
    `SELECT project_id AS projectId FROM ${table} WHERE phone = :phone AND purpose = :purpose AND ${isMeant}`;
  const sql = `${Object.values(TABLES).map(ofTable).join(' UNION ')} LIMIT 2`;
  const attempt = named?.isRepeat === true ? named.id : null;
  const rows = await selectRows<{ projectId: number }>(acrossProjects(db), sql, { phone, purpose, now, attempt });
  if (rows.length > 1) throw badRequest('project_id_required', 'This phone has codes of several projects: send projectId.');
  return rows[0]?.projectId ?? null;
}

/** The phone and the purpose of a code, and the attempt that may have used it. */
export interface CodeSearch {
  readonly phone: string;
  readonly purpose: Purpose;
  readonly named?: CodeAttempt | null;
}

function digestOf(auth: Auth, code: ClearCode): string {
  return digestOfCode(auth.secrets, code, code.code);
}

function columnsOf({ phone, purpose }: CodeKey): Record<string, SqlValue> {
  return { phone, purpose };
}
