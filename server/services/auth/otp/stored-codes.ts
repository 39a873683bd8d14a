// Raw SQL: an upsert replaces codes under row locks, those of a batch in one statement.
import type { CodeUse } from '../../../platform/crypto/one-time-code.ts';
import type { Database } from '../../../platform/db/database.ts';
import { addToCounters, asDate, forUpdate, selectRows } from '../../../platform/db/statements/sql.ts';
import { withTenant } from '../../../platform/db/tenancy/with-tenant.ts';
import type { Purpose } from './purpose.ts';

/** Those who asked for a code. A known device has codes and a cooldown apart, which no stranger can replace or use up. */
export type Requester = 'anyone' | 'device';

/** The tables of codes. */
export const TABLES: Readonly<Record<Requester, string>> = { anyone: 'otp_codes', device: 'device_codes' };

const REQUESTERS = Object.keys(TABLES) as readonly Requester[];
const STORED_COLUMNS = ['digest', 'network', 'wrong_tries', 'account_tries', 'used_by', 'expires_at', 'created_at'];

/** A phone has at most one code of each purpose and requester in a project. */
export interface CodeKey extends CodeUse {
  readonly purpose: Purpose;
  readonly requester: Requester;
}

/** A code in clear, as it is sent and typed. */
export interface ClearCode extends CodeKey {
  readonly code: string;
}

export interface StoredCode {
  readonly digest: string;
  /** See `OtpCode.network`. */
  readonly network: string | null;
  readonly wrongTries: number;
  readonly accountTries: number;
  readonly usedBy: string | null;
  readonly expiresAt: Date;
  readonly createdAt: Date;
}

/** A code as it will be stored. */
export interface NewCode extends CodeKey {
  readonly stored: StoredCode;
}

/**
 * Stores codes of one project, each in place of an older code of the same purpose, and returns the older ones. No two have the same key.
 * Call it in a transaction.
 */
export async function storeCodes(db: Database, projectId: number, codes: readonly NewCode[]): Promise<(StoredCode | null)[]> {
  const before = new Map<string, StoredCode>();
  for (const requester of REQUESTERS) {
    const ofRequester = codes.filter((code) => code.requester === requester);
    if (ofRequester.length === 0) continue;
    for (const [key, stored] of await lockCodes(db, projectId, { requester, keys: ofRequester })) before.set(key, stored);
    await replaceCodes(db, requester, ofRequester);
  }
  return codes.map((code) => before.get(nameOf(code)) ?? null);
}

/** Names a code of a project. */
export function nameOf({ requester, phone, purpose }: Omit<CodeKey, 'projectId'>): string {
  return `${requester} ${phone} ${purpose}`;
}

type StoredRow = Omit<StoredCode, 'expiresAt' | 'createdAt'> & Record<'expiresAt' | 'createdAt', Date | string>;

/** The stored codes with these keys, by `nameOf`, locked until the transaction ends. */
export async function lockCodes(
  db: Database,
  projectId: number,
  { requester, keys }: { requester: Requester; keys: readonly Pick<CodeKey, 'phone' | 'purpose'>[] },
): Promise<Map<string, StoredCode>> {
  const values = Object.fromEntries(
    keys.flatMap(({ phone, purpose }, index) => [[`phone${index}`, phone] as const, [`purpose${index}`, purpose] as const]),
  );
  const conditions = keys.map((_, index) => `(phone = :phone${index} AND purpose = :purpose${index})`);
  const rows = await selectRows<StoredRow & Pick<CodeKey, 'phone' | 'purpose'>>(
    withTenant(db, projectId),
    `SELECT phone, purpose, digest, network, wrong_tries AS wrongTries, account_tries AS accountTries, used_by AS usedBy,
            expires_at AS expiresAt, created_at AS createdAt
     FROM ${TABLES[requester]} WHERE project_id = :projectId AND (${conditions.join(' OR ')}) ORDER BY phone, purpose${forUpdate(db)}`,
    values,
  );
  return new Map(
    rows.map(({ phone, purpose, ...stored }) => [
      nameOf({ requester, phone, purpose }),
      { ...stored, expiresAt: asDate(stored.expiresAt), createdAt: asDate(stored.createdAt) },
    ]),
  );
}

/** Stores codes in place of those with the same key. */
export async function replaceCodes(db: Database, requester: Requester, codes: readonly NewCode[]): Promise<void> {
  const rows = codes.map(({ projectId, phone, purpose, stored }) => ({
    project_id: projectId,
    phone,
    purpose,
    digest: stored.digest,
    network: stored.network,
    wrong_tries: stored.wrongTries,
    account_tries: stored.accountTries,
    used_by: stored.usedBy,
    expires_at: stored.expiresAt,
    created_at: stored.createdAt,
  }));
  await addToCounters(db, { table: TABLES[requester], key: ['project_id', 'phone', 'purpose'], add: [], set: STORED_COLUMNS }, rows);
}

/** Whether the code is as it was sent: live, unused and without a wrong try. */
export async function isUntouched(
  db: Database,
  { projectId, phone, purpose, requester }: CodeKey,
  { digest, now }: { digest: string; now: Date },
): Promise<boolean> {
  const rows = await selectRows(
    withTenant(db, projectId),
    `SELECT 1 AS found FROM ${TABLES[requester]} WHERE project_id = :projectId AND phone = :phone AND purpose = :purpose AND digest = :digest
     AND used_by IS NULL AND wrong_tries = 0 AND account_tries = 0 AND expires_at > :now`,
    { phone, purpose, digest, now },
  );
  return rows.length > 0;
}
