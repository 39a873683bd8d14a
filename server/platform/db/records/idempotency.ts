// Raw SQL: a key is claimed, kept and taken over by compare-and-set, each in one statement.
import { createHash, randomUUID } from 'node:crypto';
import { Op } from 'sequelize';
import { IdempotencyKey } from '../../../../models/platform/IdempotencyKey.ts';
import { MAX_SKEW_MS } from '../../clock.ts';
import { type MayContinue, repeatChunks } from '../../concurrency/shared-work.ts';
import type { Database } from '../database.ts';
import { isUniqueViolation } from '../statements/errors.ts';
import { execute } from '../statements/sql.ts';

/** A request with an idempotency key. The digests are 64 characters of hex. */
export interface KeyedRequest {
  /** Digest of the client, the endpoint and the key. */
  readonly scope: string;
  /** Digest of the body. */
  readonly body: string;
  /** `ownerDigest` of the client; the erasure of a user finds the answers by it. null: it is known once the request is done. */
  readonly owner: string | null;
  /** How long the answer is repeated; 24 hours when not given, and at most that. */
  readonly keptMs?: number;
}

export interface KeptAnswer {
  /** HTTP status. */
  readonly status: number;
  /** Opaque here: the caller that kept it reads it again. */
  readonly answer: string;
  /** The owner, if it was not known before. */
  readonly owner?: string;
}

/** The digest of a client, such as `user:8d1f…` or `guest:jane@example.com`. */
export function ownerDigest(client: string): string {
  return createHash('sha256').update(client).digest('hex');
}

/** The right to answer a keyed request. */
export interface HeldKey {
  readonly scope: string;
  readonly holder: string;
}

/** The right to answer. `isRepeat`: an earlier request with the same body had it, and failed or did not end. */
export interface ClaimedKey {
  readonly held: HeldKey;
  readonly isRepeat: boolean;
}

/** The right to answer, the first answer, or the reason why the request gets neither. */
export type Claim = ClaimedKey | { readonly kept: KeptAnswer } | 'running' | 'mismatch';

const KEPT_MS = 24 * 3_600_000;
/** Longer than a request lasts, so that its process must have ended. */
const HELD_MS = 5_000;
const CHUNK = 1_000;

/**
 * Claims the key for a request; of several at once, one gets it. Call it outside of transactions, so that the others see it at once.
 * A key that was kept long enough counts as absent, a claim older than 5 seconds as abandoned.
 */
export async function claimKey(db: Database, request: KeyedRequest, now: Date): Promise<Claim> {
  const { scope, body, owner, keptMs } = request;
  const claim = { scope, body, owner, holder: randomUUID(), now };
  try {
    await execute(
      db,
      `INSERT INTO idempotency_keys (scope_digest, body_digest, owner_digest, holder, state, created_at)
       VALUES (:scope, :body, :owner, :holder, 'running', :now)`,
      claim,
    );
    return { held: claim, isRepeat: false };
  } catch (error) {
    if (!isUniqueViolation(db, error)) throw error;
  }
  const known = await db.model(IdempotencyKey).findByPk(request.scope);
  // released since the INSERT: the client's next try claims it
  if (known === null) return 'running';
  const ageMs = now.getTime() - known.createdAt.getTime();
  const isValid = ageMs < (keptMs ?? KEPT_MS);
  const isSameBody = known.bodyDigest === body;
  if (isValid && known.state !== 'failed' && !isSameBody) return 'mismatch';
  if (isValid && known.state === 'done') return { kept: { status: Number(known.status), answer: known.answer ?? '' } };
  // a claim from the future was dated by a clock that ran ahead; if its process lives, it can store no answer any more
  const isAbandoned = known.state === 'failed' || ageMs >= HELD_MS || ageMs < -MAX_SKEW_MS;
  if (!isAbandoned || !(await takeOver(db, known, claim))) return 'running';
  return { held: claim, isRepeat: isValid && isSameBody && known.state !== 'done' };
}

/** Keeps the answer, in the caller's transaction if there is one; false when another request holds the key by now. */
export async function keepAnswer(db: Database, { scope, holder }: HeldKey, kept: KeptAnswer): Promise<boolean> {
  const { status, answer, owner = null } = kept;
  const changed = await execute(
    db,
    `UPDATE idempotency_keys SET state = 'done', status = :status, answer = :answer, owner_digest = COALESCE(:owner, owner_digest)
     WHERE scope_digest = :scope AND holder = :holder AND state = 'running'`,
    { scope, holder, status, answer, owner },
  );
  return changed === 1;
}

/** Lets the next request with the key begin at once, as a repeat if its body is the same. An answer that was kept stays. */
export async function failKey(db: Database, { scope, holder }: HeldKey): Promise<void> {
  await db.model(IdempotencyKey).update({ state: 'failed' }, { where: { scopeDigest: scope, holder, state: 'running' } });
}

/** Releases the key, so that the request may be tried again. An answer that was kept stays. */
export async function releaseKey(db: Database, { scope, holder }: HeldKey): Promise<void> {
  await db.model(IdempotencyKey).destroy({ where: { scopeDigest: scope, holder, state: 'running' } });
}

/** Deletes the keys that are older than 24 hours, in chunks. */
export async function purgeIdempotencyKeys(db: Database, now: Date, mayContinue: MayContinue): Promise<void> {
  const keys = db.model(IdempotencyKey);
  const isOld = { createdAt: { [Op.lte]: new Date(now.getTime() - KEPT_MS) } };
  await repeatChunks(mayContinue, CHUNK, async () => {
    const old = await keys.findAll({ attributes: ['scopeDigest'], where: isOld, order: ['createdAt'], limit: CHUNK });
    // a key that was taken over meanwhile is young again
    if (old.length > 0) await keys.destroy({ where: { scopeDigest: old.map(({ scopeDigest }) => scopeDigest), ...isOld } });
    return old.length;
  });
}

interface NewClaim extends HeldKey, Pick<KeyedRequest, 'body' | 'owner'> {
  readonly now: Date;
}

/**
 * The first of several requests changes the holder that the others compare with. The state is compared too, because the former holder
 * may commit its answer while this statement waits for the row.
 */
async function takeOver(db: Database, { holder, state }: Pick<IdempotencyKey, 'holder' | 'state'>, claim: NewClaim): Promise<boolean> {
  const taken = await execute(
    db,
    `UPDATE idempotency_keys
     SET body_digest = :body, owner_digest = :owner, holder = :holder, state = 'running', status = NULL, answer = NULL, created_at = :now
     WHERE scope_digest = :scope AND holder = :former AND state = :formerState`,
    { ...claim, former: holder, formerState: state },
  );
  return taken === 1;
}
