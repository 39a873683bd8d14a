import { randomUUID } from 'node:crypto';
import { type CodeUse, digestOfCode, isSameDigest } from '../../platform/crypto/one-time-code.ts';
import { execute, replaceRow, type SqlValue, selectRows } from '../../platform/db/sql.ts';
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

/** Keeps a code, as its digest alone; an older one of the same purpose is void. */
export async function storeCode(key: CodeKey, code: string, times: { now: Date; ttlSeconds: number }): Promise<void> {
  await replaceRow('otp_codes', ['project_id', 'phone', 'purpose'], {
    project_id: key.projectId,
    phone: key.phone,
    purpose: key.purpose,
    digest: digestOf(key, code),
    wrong_tries: 0,
    used_by: null,
    expires_at: new Date(times.now.getTime() + times.ttlSeconds * 1000),
    created_at: times.now,
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

/** Forgets a code that reached nobody, unless a newer one took its place. */
export async function voidCode(key: CodeKey, code: string): Promise<void> {
  await execute(`DELETE FROM otp_codes WHERE ${WHERE_CODE} AND digest = :digest`, { ...columnsOf(key), digest: digestOf(key, code) });
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
