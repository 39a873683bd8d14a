import { randomUUID } from 'node:crypto';
import { type CodeUse, digestOfCode, isSameDigest } from '../../platform/crypto/one-time-code.ts';
import { asDate, execute, forUpdate, replaceRow, type SqlValue, selectRows } from '../../platform/db/sql.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { badRequest } from '../../platform/errors.ts';
import { authSetup } from './setup.ts';

export type Purpose = 'register' | 'login' | 'reset';

/** Whose code, and what for; a phone has at most one code of each purpose in a project. */
export interface CodeKey extends CodeUse {
  readonly purpose: Purpose;
}

/** Wrong tries after which even the right code fails (contract §2). */
const WRONG_TRIES = 5;
const WHERE_CODE = 'project_id = :projectId AND phone = :phone AND purpose = :purpose';
const IS_LIVE = `used_by IS NULL AND expires_at > :now AND wrong_tries < ${WRONG_TRIES}`;

/** A code as it is kept. */
export interface KeptCode {
  readonly digest: string;
  readonly wrongTries: number;
  readonly usedBy: string | null;
  readonly expiresAt: Date;
  readonly createdAt: Date;
}

/** Keeps a code, as its digest alone, in the place of an older one of the same purpose, which it answers. */
export async function storeCode(key: CodeKey, code: string, times: { now: Date; ttlSeconds: number }): Promise<KeptCode | null> {
  const expiresAt = new Date(times.now.getTime() + times.ttlSeconds * 1000);
  return inTransaction(async () => {
    const before = await lockCode(key);
    await keep(key, { digest: digestOf(key, code), wrongTries: 0, usedBy: null, expiresAt, createdAt: times.now });
    return before;
  });
}

async function lockCode(key: CodeKey): Promise<KeptCode | null> {
  const [row] = await selectRows<Omit<KeptCode, 'expiresAt' | 'createdAt'> & { expiresAt: Date | string; createdAt: Date | string }>(
    `SELECT digest, wrong_tries AS wrongTries, used_by AS usedBy, expires_at AS expiresAt, created_at AS createdAt
     FROM otp_codes WHERE ${WHERE_CODE}${forUpdate()}`,
    columnsOf(key),
  );
  return row === undefined ? null : { ...row, expiresAt: asDate(row.expiresAt), createdAt: asDate(row.createdAt) };
}

async function keep({ projectId, phone, purpose }: CodeKey, code: KeptCode): Promise<void> {
  await replaceRow('otp_codes', ['project_id', 'phone', 'purpose'], {
    project_id: projectId,
    phone,
    purpose,
    digest: code.digest,
    wrong_tries: code.wrongTries,
    used_by: code.usedBy,
    expires_at: code.expiresAt,
    created_at: code.createdAt,
  });
}

/** `used`: it was the right one, for somebody who came first. */
export type CodeVerdict = 'right' | 'wrong' | 'used';

/**
 * Uses the code up if it is the live one, else counts a wrong try. One statement does both, so that of parallel calls with the
 * right code one succeeds, and no more than five wrong ones are ever compared.
 */
export async function useCode(key: CodeKey, code: string, now: Date): Promise<CodeVerdict> {
  const attempt = randomUUID();
  const digest = digestOf(key, code);
  await execute(
    `UPDATE otp_codes
     SET wrong_tries = wrong_tries + CASE WHEN digest = :digest THEN 0 ELSE 1 END,
         used_by = CASE WHEN digest = :digest THEN :attempt ELSE used_by END
     WHERE ${WHERE_CODE} AND ${IS_LIVE}`,
    { ...columnsOf(key), digest, attempt, now },
  );
  const [row] = await selectRows<{ usedBy: string | null; digest: string }>(
    `SELECT used_by AS usedBy, digest FROM otp_codes WHERE ${WHERE_CODE}`,
    columnsOf(key),
  );
  if (row === undefined || row.usedBy === null) return 'wrong';
  if (row.usedBy === attempt) return 'right';
  return isSameDigest(row.digest, digest) ? 'used' : 'wrong';
}

/**
 * Puts the older code back, its tries and its end with it, in the place of one that reached nobody; unless a newer one took that
 * place, or it was used and so did reach somebody.
 */
export async function restoreCode(key: CodeKey, code: string, before: KeptCode | null): Promise<void> {
  await inTransaction(async () => {
    const current = await lockCode(key);
    if (current === null || current.usedBy !== null || !isSameDigest(current.digest, digestOf(key, code))) return;
    if (before === null) await execute(`DELETE FROM otp_codes WHERE ${WHERE_CODE}`, columnsOf(key));
    else await keep(key, before);
  });
}

/**
 * The one project in which the phone has a live code of this purpose; null when there is none.
 * @throws ApiError 400 `project_id_required` when there are several
 */
export async function projectOfLiveCode(phone: string, purpose: Purpose, now: Date): Promise<number | null> {
  const rows = await selectRows<{ projectId: number }>(
    `SELECT project_id AS projectId FROM otp_codes WHERE phone = :phone AND purpose = :purpose AND ${IS_LIVE} LIMIT 2`,
    { phone, purpose, now },
  );
  if (rows.length > 1) throw badRequest('project_id_required', 'This phone has codes of several projects: projectId says which.');
  return rows[0]?.projectId ?? null;
}

function digestOf(key: CodeKey, code: string): string {
  return digestOfCode(authSetup().secrets, key, code);
}

function columnsOf({ projectId, phone, purpose }: CodeKey): Record<string, SqlValue> {
  return { projectId, phone, purpose };
}
