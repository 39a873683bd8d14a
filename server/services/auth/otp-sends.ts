import { isUniqueViolation } from '../../platform/db/errors.ts';
import { asDate, execute, type SqlValue, selectRows } from '../../platform/db/sql.ts';
import { unavailable } from '../../platform/errors.ts';
import { afterSend, type SendState, secondsToWait } from './cooldown.ts';
import { authSetup } from './setup.ts';

/** Whom codes are sent to: the cooldown is shared by all purposes. */
export interface Recipient {
  readonly projectId: number;
  /** E.164. */
  readonly phone: string;
}

/** The right to send one code. */
export interface SendPermit {
  readonly recipient: Recipient;
  /** What a permit that is given back leaves. */
  readonly before: SendState | null;
  readonly after: SendState;
}

/** How often somebody else may be faster; each time he leaves a state that most likely refuses. */
const TRIES = 10;
const WHERE_RECIPIENT = 'project_id = :projectId AND phone = :phone';
const IS_UNMOVED = 'sends = :sends AND last_sent_at = :lastSentAt';

/** Seconds until a code may be sent to the phone; 0 when one may be. */
export async function cooldownOf(recipient: Recipient, now: Date): Promise<number> {
  return secondsToWait(await readState(recipient), authSetup().config.otp.cooldownSeconds, now);
}

/**
 * Takes the permit to send one code now, or answers the seconds to wait and changes nothing. Of parallel calls one gets it.
 * @throws ApiError 503 when others kept being faster
 */
export async function takePermit(recipient: Recipient, now: Date): Promise<SendPermit | number> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const before = await readState(recipient);
    const wait = secondsToWait(before, authSetup().config.otp.cooldownSeconds, now);
    if (wait > 0) return wait;
    const permit = { recipient, before, after: afterSend(before, now) };
    if (await move(recipient, before, permit.after)) return permit;
  }
  throw unavailable('Too many requests for this phone at once. Try again in a moment.');
}

/** Nothing was sent: the cooldown is as it was before, unless somebody moved it since. */
export async function givePermitBack({ recipient, before, after }: SendPermit): Promise<void> {
  if (before === null) await remove(recipient, after);
  else await replace(recipient, after, before);
}

/** The next code may be sent at once. */
export async function endCooldown({ projectId, phone }: Recipient): Promise<void> {
  await execute(`DELETE FROM otp_sends WHERE ${WHERE_RECIPIENT}`, { projectId, phone });
}

async function readState({ projectId, phone }: Recipient): Promise<SendState | null> {
  const [row] = await selectRows<{ sends: number; lastSentAt: Date | string }>(
    `SELECT sends, last_sent_at AS lastSentAt FROM otp_sends WHERE ${WHERE_RECIPIENT}`,
    { projectId, phone },
  );
  return row === undefined ? null : { sends: row.sends, lastSentAt: asDate(row.lastSentAt) };
}

/** Whether it was this call that moved the state on. */
function move(recipient: Recipient, from: SendState | null, to: SendState): Promise<boolean> {
  return from === null ? insert(recipient, to) : replace(recipient, from, to);
}

async function insert({ projectId, phone }: Recipient, { sends, lastSentAt }: SendState): Promise<boolean> {
  try {
    await execute('INSERT INTO otp_sends (project_id, phone, sends, last_sent_at) VALUES (:projectId, :phone, :sends, :lastSentAt)', {
      ...{ projectId, phone, sends, lastSentAt },
    });
    return true;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}

async function replace(recipient: Recipient, from: SendState, to: SendState): Promise<boolean> {
  const moved = await execute(
    `UPDATE otp_sends SET sends = :newSends, last_sent_at = :newLastSentAt WHERE ${WHERE_RECIPIENT} AND ${IS_UNMOVED}`,
    { ...columnsOf(recipient, from), newSends: to.sends, newLastSentAt: to.lastSentAt },
  );
  return moved > 0;
}

async function remove(recipient: Recipient, state: SendState): Promise<void> {
  await execute(`DELETE FROM otp_sends WHERE ${WHERE_RECIPIENT} AND ${IS_UNMOVED}`, columnsOf(recipient, state));
}

function columnsOf({ projectId, phone }: Recipient, { sends, lastSentAt }: SendState): Record<string, SqlValue> {
  return { projectId, phone, sends, lastSentAt };
}
