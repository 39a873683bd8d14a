// Raw SQL: one statement lifts all locks of a username.
import { OperatorFailure } from '../../../../models/auth/OperatorFailure.ts';
import type { Database } from '../../../platform/db/database.ts';
import { execute } from '../../../platform/db/statements/sql.ts';
import { withTenant } from '../../../platform/db/tenancy/with-tenant.ts';
import { forgetOperatorDevices } from './operator-devices.ts';

/** Lifts every lock and count of a username: those of addresses, of its devices, and of the hour. Joins the caller's transaction. */
export async function liftOperatorLocks(db: Database, username: string): Promise<void> {
  const account = username.toLowerCase();
  await execute(
    withTenant(db, 0),
    `UPDATE attempt_locks SET failures = 0, locked_until = NULL
     WHERE account = :account AND project_id = :projectId AND (failures > 0 OR locked_until IS NOT NULL)`,
    { account },
  );
  await db.model(OperatorFailure).destroy({ where: { usernameKey: account } });
}

/** After a new password: failures with the old one say nothing about it, and a device that knew the old one is a stranger's. */
export async function resetOperatorSignIn(db: Database, operator: { readonly id: number; readonly username: string }): Promise<void> {
  await liftOperatorLocks(db, operator.username);
  await forgetOperatorDevices(db, operator.id);
}
