// Raw SQL: one statement deletes the answers of one owner.
import { ERASED_AT_ONCE, type ErasureStep } from '../../erasure.ts';
import type { Database } from '../database.ts';
import { execute, selectRows } from '../statements/sql.ts';
import { ownerDigest } from './idempotency.ts';

/** The step that deletes the kept answers to a user, and to guests with the proved address of the user. */
export function answerErasure(db: Database): ErasureStep {
  const erasePart: ErasureStep['erasePart'] = async ({ userId, email, isEmailProved }) => {
    const owners = [ownerDigest(`user:${userId}`), ...(email !== null && isEmailProved ? [ownerDigest(`guest:${email}`)] : [])];
    const find = `SELECT scope_digest AS scope FROM idempotency_keys WHERE owner_digest IN (:owners) LIMIT ${ERASED_AT_ONCE}`;
    const rows = await selectRows<{ scope: string }>(db, find, { owners });
    if (rows.length === 0) return null;
    await execute(db, 'DELETE FROM idempotency_keys WHERE scope_digest IN (:scopes)', { scopes: rows.map(({ scope }) => scope) });
    return '';
  };
  return { name: 'answers', erasePart };
}
