import { OperatorFailure } from '../../../../models/auth/OperatorFailure.ts';
import type { Database } from '../../../platform/db/database.ts';
import { withTenant } from '../../../platform/db/tenancy/with-tenant.ts';
import { liftLocks } from '../attempts/attempt-locks.ts';
import { voidOperatorLink } from './links/operator-links.ts';
import { forgetOperatorDevices } from './operator-devices.ts';

/** Lifts every lock and count of a username: those of addresses, of its devices, and of the hour. Joins the caller's transaction. */
export async function liftOperatorLocks(db: Database, username: string): Promise<void> {
  const account = username.toLowerCase();
  await liftLocks(withTenant(db, 0), 'project_id = :projectId AND account = :account', { account });
  await db.model(OperatorFailure).destroy({ where: { usernameKey: account } });
}

/** After a new password: failures with the old one say nothing about it, devices that knew it are strangers', and no link is needed. */
export async function resetOperatorSignIn(db: Database, operator: { readonly id: number; readonly username: string }): Promise<void> {
  await liftOperatorLocks(db, operator.username);
  await forgetOperatorDevices(db, operator.id);
  await voidOperatorLink(db, operator.id);
}
