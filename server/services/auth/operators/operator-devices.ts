import type { Database } from '../../../platform/db/database.ts';
import type { AuthContext, AuthOperator } from '../auth.ts';
import { type DeviceOwner, findDevice, forgetDevices, type KnownDevice, rememberDevice } from '../devices/device-tokens.ts';

/** One operator has at most this many, because machines sign in for each run. */
const MAX_DEVICES = 20;

/** The device of the request, if its token belongs to the username. */
export function findOperatorDevice(ctx: AuthContext, account: string): Promise<KnownDevice | null> {
  const condition = 'username_key = :account';
  return findDevice(ctx, { ownerId: 'operator_id', from: 'operator_devices', condition, projectId: null, values: { account } });
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
  return { table: 'operator_devices', columns: { operator_id: operatorId }, projectId: null, maxDevices: MAX_DEVICES };
}
