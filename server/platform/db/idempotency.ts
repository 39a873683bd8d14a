import { randomUUID } from 'node:crypto';
import { isUniqueViolation } from './errors.ts';
import { asDate, execute, selectRows } from './sql.ts';

/** A request that names itself, so that sending it again does nothing twice. Both are digests, 64 characters of hex. */
export interface KeyedRequest {
  /** Of who asks, for what, under which name. */
  readonly scope: string;
  /** Of what is asked. */
  readonly body: string;
}

export interface KeptAnswer {
  /** Of HTTP. */
  readonly status: number;
  /** Whatever its writer reads again. */
  readonly answer: string;
}

/** The right to answer a keyed request. */
export interface HeldKey {
  readonly scope: string;
  readonly holder: string;
}

/** What a keyed request finds: the right to answer it, the answer that it got before, or why it gets neither. */
export type Claim = { readonly held: HeldKey } | { readonly kept: KeptAnswer } | 'running' | 'mismatch';

interface KeyRow {
  readonly body_digest: string;
  readonly holder: string;
  readonly state: 'running' | 'done';
  readonly status: number | null;
  readonly answer: string | null;
  readonly created_at: Date | string;
}

const KEPT_MS = 24 * 3_600_000;
/** No request takes that long: whoever held the key since then is gone. */
const HELD_MS = 30_000;
const CHUNK = 1_000;

/**
 * Claims the key for a request. Of several at once one holds it. Call it outside of transactions: the others must see it at once.
 * What is older than 24 hours counts as absent, and a claim of more than 30 seconds as given up.
 */
export async function claimKey(request: KeyedRequest, now: Date): Promise<Claim> {
  const claim = { scope: request.scope, body: request.body, holder: randomUUID(), now };
  try {
    await execute(
      `INSERT INTO idempotency_keys (scope_digest, body_digest, holder, state, created_at)
       VALUES (:scope, :body, :holder, 'running', :now)`,
      claim,
    );
    return { held: claim };
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
  }
  const known = await findKey(request.scope);
  // let go of in this very moment: the next try finds it free
  if (known === undefined) return 'running';
  const age = now.getTime() - asDate(known.created_at).getTime();
  if (age < KEPT_MS && known.body_digest !== request.body) return 'mismatch';
  if (age < KEPT_MS && known.state === 'done') return { kept: { status: Number(known.status), answer: known.answer ?? '' } };
  return age >= HELD_MS && (await takeOver(known.holder, claim)) ? { held: claim } : 'running';
}

/** Keeps the answer, in the transaction around it if there is one; false when the key is held by another by now. */
export async function keepAnswer({ scope, holder }: HeldKey, { status, answer }: KeptAnswer): Promise<boolean> {
  const kept = await execute(
    `UPDATE idempotency_keys SET state = 'done', status = :status, answer = :answer
     WHERE scope_digest = :scope AND holder = :holder AND state = 'running'`,
    { scope, holder, status, answer },
  );
  return kept === 1;
}

/** Gives the key back, so that the request may be tried again. An answer that was kept stays. */
export async function releaseKey({ scope, holder }: HeldKey): Promise<void> {
  await execute("DELETE FROM idempotency_keys WHERE scope_digest = :scope AND holder = :holder AND state = 'running'", { scope, holder });
}

/** Deletes the keys that are older than 24 hours, until told to stop. */
export async function purgeIdempotencyKeys(now: Date, stopping: AbortSignal): Promise<void> {
  const before = new Date(now.getTime() - KEPT_MS);
  while (!stopping.aborted) {
    const old = await selectRows<{ scope_digest: string }>(
      `SELECT scope_digest FROM idempotency_keys WHERE created_at <= :before ORDER BY created_at LIMIT ${CHUNK}`,
      { before },
    );
    if (old.length === 0) return;
    // one that was taken over meanwhile is young again
    await execute('DELETE FROM idempotency_keys WHERE scope_digest IN (:scopes) AND created_at <= :before', {
      scopes: old.map((row) => row.scope_digest),
      before,
    });
  }
}

async function findKey(scope: string): Promise<KeyRow | undefined> {
  const sql = 'SELECT body_digest, holder, state, status, answer, created_at FROM idempotency_keys WHERE scope_digest = :scope';
  return (await selectRows<KeyRow>(sql, { scope }))[0];
}

/** Whether it was this one who got it: of several at once the first changes the holder that the others look for. */
async function takeOver(former: string, claim: HeldKey & { readonly body: string; readonly now: Date }): Promise<boolean> {
  const taken = await execute(
    `UPDATE idempotency_keys
     SET body_digest = :body, holder = :holder, state = 'running', status = NULL, answer = NULL, created_at = :now
     WHERE scope_digest = :scope AND holder = :former`,
    { ...claim, former },
  );
  return taken === 1;
}
