// Raw SQL: a slot is taken by compare-and-set, so that one of parallel requests gets it.
import type { Database } from '../../../platform/db/database.ts';
import { isUniqueViolation } from '../../../platform/db/statements/errors.ts';
import { asDate, execute, type SqlValue, selectRows } from '../../../platform/db/statements/sql.ts';
import { withTenant } from '../../../platform/db/tenancy/with-tenant.ts';
import { unavailable } from '../../../platform/errors.ts';
import type { Auth } from '../auth.ts';
import { afterSend, type SendState, secondsToWait, withoutFuture } from './cooldown-tiers.ts';
import type { Requester } from './stored-codes.ts';

/** The receiver of codes: all purposes share one cooldown, and so do all known devices. */
export interface Recipient {
  readonly projectId: number;
  /** E.164. */
  readonly phone: string;
  readonly requester: Requester;
}

const TABLES: Readonly<Record<Requester, string>> = { anyone: 'otp_sends', device: 'device_sends' };

/** The right to send one code. */
export interface SendSlot {
  readonly recipient: Recipient;
  /** The state that `returnSlot` restores. */
  readonly before: SendState | null;
  readonly after: SendState;
}

/** Retries after a concurrent request won; each winner leaves a state that most likely refuses the next one. */
const MAX_TRIES = 10;
const WHERE_RECIPIENT = 'project_id = :projectId AND phone = :phone';
const IS_UNCHANGED = 'sends = :sends AND last_sent_at = :lastSentAt';

/** Seconds until a code may be sent to the phone; 0 when it may be sent now. */
export async function cooldownOf(auth: Auth, recipient: Recipient, now: Date): Promise<number> {
  return secondsToWait(await readState(auth.db, recipient, now), auth.config.otp.cooldownSeconds, now);
}

/**
 * Takes the slot to send one code now, or returns the seconds to wait and changes nothing. One of parallel calls gets it.
 * @throws ApiError 503 when concurrent requests kept winning
 */
export async function takeSlot(auth: Auth, recipient: Recipient, now: Date): Promise<SendSlot | number> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const before = await readState(auth.db, recipient, now);
    const wait = secondsToWait(before, auth.config.otp.cooldownSeconds, now);
    if (wait > 0) return wait;
    const slot = { recipient, before, after: afterSend(before, now) };
    if (await compareAndSet(auth.db, slot)) return slot;
  }
  throw unavailable('Too many requests for this phone at once. Try again in a moment.');
}

/** Restores the cooldown after a send that failed, unless another send has changed it since. */
export async function returnSlot(db: Database, { recipient, before, after }: SendSlot): Promise<void> {
  if (before === null) await remove(db, recipient, after);
  else await replace(db, { recipient, before: after, after: before });
}

/** Ends the cooldown: the next code may be sent at once. */
export async function endCooldown(db: Database, { projectId, phone, requester }: Recipient): Promise<void> {
  await execute(withTenant(db, projectId), `DELETE FROM ${TABLES[requester]} WHERE ${WHERE_RECIPIENT}`, { phone });
}

/** A send that is dated in the future is stored as one of now: otherwise each request would meet a whole step again. */
async function readState(db: Database, recipient: Recipient, now: Date): Promise<SendState | null> {
  const before = await storedState(db, recipient);
  if (before === null) return null;
  const after = withoutFuture(before, now);
  if (after !== before) await replace(db, { recipient, before, after });
  return after;
}

async function storedState(db: Database, { projectId, phone, requester }: Recipient): Promise<SendState | null> {
  const [row] = await selectRows<{ sends: number; lastSentAt: Date | string }>(
    withTenant(db, projectId),
    `SELECT sends, last_sent_at AS lastSentAt FROM ${TABLES[requester]} WHERE ${WHERE_RECIPIENT}`,
    { phone },
  );
  return row === undefined ? null : { sends: row.sends, lastSentAt: asDate(row.lastSentAt) };
}

/** Whether this call changed the state. */
function compareAndSet(db: Database, { recipient, before, after }: SendSlot): Promise<boolean> {
  return before === null ? insert(db, recipient, after) : replace(db, { recipient, before, after });
}

async function insert(db: Database, recipient: Recipient, state: SendState): Promise<boolean> {
  const table = TABLES[recipient.requester];
  try {
    await execute(
      withTenant(db, recipient.projectId),
      `INSERT INTO ${table} (project_id, phone, sends, last_sent_at) VALUES (:projectId, :phone, :sends, :lastSentAt)`,
      columnsOf(recipient, state),
    );
    return true;
  } catch (error) {
    if (isUniqueViolation(db, error)) return false;
    throw error;
  }
}

async function replace(db: Database, { recipient, before, after }: SendSlot & { before: SendState }): Promise<boolean> {
  const changed = await execute(
    withTenant(db, recipient.projectId),
    `UPDATE ${TABLES[recipient.requester]} SET sends = :newSends, last_sent_at = :newLastSentAt WHERE ${WHERE_RECIPIENT} AND ${IS_UNCHANGED}`,
    { ...columnsOf(recipient, before), newSends: after.sends, newLastSentAt: after.lastSentAt },
  );
  return changed > 0;
}

async function remove(db: Database, recipient: Recipient, state: SendState): Promise<void> {
  const sql = `DELETE FROM ${TABLES[recipient.requester]} WHERE ${WHERE_RECIPIENT} AND ${IS_UNCHANGED}`;
  await execute(withTenant(db, recipient.projectId), sql, columnsOf(recipient, state));
}

function columnsOf({ phone }: Recipient, { sends, lastSentAt }: SendState): Record<string, SqlValue> {
  return { phone, sends, lastSentAt };
}
