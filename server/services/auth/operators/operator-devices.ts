// Raw SQL: the columns of a known device are those of users' devices too.
import type { Database } from '../../../platform/db/database.ts';
import { asDate, selectRows } from '../../../platform/db/sql.ts';
import type { AuthContext, AuthOperator } from '../auth.ts';
import { type DeviceOwner, forgetDevices, hashOfToken, type KnownDevice, rememberDevice } from '../devices/device-tokens.ts';

/** One operator has at most this many, because machines sign in for each run. */
const MAX_DEVICES = 20;

/** The device of the request, if its token belongs to the username. One look-up, whether the username exists or not. */
export async function findOperatorDevice({ db, deviceToken, now }: AuthContext, account: string): Promise<KnownDevice | null> {
  const tokenHash = hashOfToken(deviceToken);
  if (deviceToken === null || tokenHash === null) return null;
  const [row] = await selectRows<{ ownerId: number; lastUsedAt: Date | string | null }>(
    db,
    `SELECT operator_id AS ownerId, last_used_at AS lastUsedAt FROM operator_devices
     WHERE token_hash = :tokenHash AND username_key = :account AND expires_at > :now`,
    { tokenHash, account, now },
  );
  if (row === undefined) return null;
  return { token: deviceToken, tokenHash, ownerId: row.ownerId, lastUsedAt: row.lastUsedAt === null ? null : asDate(row.lastUsedAt) };
}

/** As `rememberDevice`. Call it after the operator is locked. */
export function rememberOperatorDevice(ctx: AuthContext, operator: AuthOperator, known: KnownDevice | null): Promise<string> {
  const owner = { ...ownerOf(operator.id), more: { username_key: operator.username.toLowerCase() } };
  return rememberDevice(ctx, owner, known?.ownerId === operator.id ? known : null);
}

/** Forgets all devices of an operator. */
export function forgetOperatorDevices(db: Database, operatorId: number): Promise<void> {
  return forgetDevices(db, ownerOf(operatorId));
}

function ownerOf(operatorId: number): DeviceOwner {
  return { table: 'operator_devices', columns: { operator_id: operatorId }, maxDevices: MAX_DEVICES };
}
