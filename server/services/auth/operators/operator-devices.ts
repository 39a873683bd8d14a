import { createHash, randomBytes } from 'node:crypto';
import { Op } from 'sequelize';
import { OperatorDevice } from '../../../../models/auth/OperatorDevice.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { AuthContext, AuthOperator } from '../auth.ts';

/** `dv_` and 256 random bits in 43 characters. */
const FORM = /^dv_[\w-]{43}$/;
const DAY_MS = 86_400_000;
/** A device is forgotten this long after the last sign-in from it. */
const LIFETIME_MS = 180 * DAY_MS;
/** One operator has at most this many. A further one replaces the device that is least likely to return. */
const MAX_DEVICES = 20;

/** A device whose token a sign-in sent back. */
export interface KnownDevice {
  readonly token: string;
  readonly stored: OperatorDevice;
}

/** The device of the token, if it belongs to the username; null for every other text. One look-up, whether the username exists or not. */
export async function findDevice(db: Database, token: string | null, { account, now }: { account: string; now: Date }) {
  if (token === null || !FORM.test(token)) return null;
  const where = { tokenHash: hashOf(token), usernameKey: account, expiresAt: { [Op.gt]: now } };
  const stored = await db.model(OperatorDevice).findOne({ where });
  return stored === null ? null : { token, stored };
}

/**
 * Returns the token that names this device at the next sign-in: the one that it sent, or a new one. Call it in the transaction that opens the
 * session, after the operator is locked.
 */
export async function rememberDevice(ctx: AuthContext, operator: AuthOperator, known: KnownDevice | null): Promise<string> {
  if (known !== null && known.stored.operatorId === operator.id) {
    await keepDevice(ctx, known.stored);
    return known.token;
  }
  await makeRoom(ctx.db, operator.id);
  const token = `dv_${randomBytes(32).toString('base64url')}`;
  await ctx.db.model(OperatorDevice).create({
    tokenHash: hashOf(token),
    operatorId: operator.id,
    usernameKey: operator.username.toLowerCase(),
    expiresAt: new Date(ctx.now.getTime() + LIFETIME_MS),
    createdAt: ctx.now,
  });
  return token;
}

/** Forgets all devices of an operator, whose next sign-ins count as those of strangers. */
export async function forgetDevices(db: Database, operatorId: number): Promise<void> {
  await db.model(OperatorDevice).destroy({ where: { operatorId } });
}

/** At most one write a day. */
async function keepDevice({ db, now }: AuthContext, { tokenHash, lastUsedAt }: OperatorDevice): Promise<void> {
  if (lastUsedAt !== null && now.getTime() - lastUsedAt.getTime() < DAY_MS) return;
  const changes = { lastUsedAt: now, expiresAt: new Date(now.getTime() + LIFETIME_MS) };
  await db.model(OperatorDevice).update(changes, { where: { tokenHash } });
}

/** A script that never sends its token back makes a device at each sign-in: such devices give way first. */
async function makeRoom(db: Database, operatorId: number): Promise<void> {
  const devices = await db.model(OperatorDevice).findAll({ where: { operatorId } });
  const surplus = devices.length - MAX_DEVICES + 1;
  if (surplus <= 0) return;
  const byUse = devices.sort((left, right) => usedAt(left) - usedAt(right) || left.createdAt.getTime() - right.createdAt.getTime());
  const tokenHash = byUse.slice(0, surplus).map((device) => device.tokenHash);
  await db.model(OperatorDevice).destroy({ where: { tokenHash } });
}

function usedAt({ lastUsedAt }: OperatorDevice): number {
  return lastUsedAt?.getTime() ?? 0;
}

/** A fast digest is enough, because 256 random bits cannot be guessed. */
function hashOf(token: string): string {
  return createHash('sha256').update(token, 'utf8').digest('hex');
}
