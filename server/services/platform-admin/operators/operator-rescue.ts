import { Operator } from '../../../../models/platform-admin/Operator.ts';
import { mayBeUsername } from '../../../domain/username.ts';
import type { Act } from '../../../platform/context.ts';
import { inTransaction } from '../../../platform/db/transactions/transaction.ts';
import type { PlatformAdmin } from '../platform-admin.ts';
import { clearTotp } from './operator-totp.ts';
import { auditOperator, endAccess, usernameKey } from './operators.ts';
import { lockOwners } from './owners.ts';

const HOW_TO_LIST = 'List them: npx diwan operators list';

/**
 * Lets an operator in again who has lost password or second factor: a new password, no second factor, no locks. All sessions end and the
 * known devices are forgotten. Only a person at the server's machine may do this, also for an owner.
 * @throws Error when there is no such operator, or it is deactivated
 */
export async function rescueOperator(
  admin: PlatformAdmin,
  act: Act,
  { username, password }: { username: string; password: string },
): Promise<Operator> {
  const key = usernameKey(username);
  if (!mayBeUsername(key))
    throw new Error(`There is no operator ${username}: a username has 1 to 64 ASCII characters without blanks. ${HOW_TO_LIST}`);
  // before the transaction: hashing takes long, and no row must be locked meanwhile
  const passwordHash = await admin.passwords.hash(password);
  return inTransaction(admin.db, async () => {
    await lockOwners(admin.db);
    const where = { usernameKey: key };
    const operator = await admin.db.model(Operator).findOne({ where, acrossProjects: true, lock: true });
    if (operator === null) throw new Error(`There is no operator ${username}. ${HOW_TO_LIST}`);
    if (!operator.isActive) throw inactive(operator);
    const details = { before: { totp: operator.totpEnabledAt !== null }, after: { totp: false } };
    await clearTotp(admin.db, admin.secondFactor, operator.id);
    await admin.operatorLocks.reset(operator);
    operator.set({ passwordHash, accessChangedAt: await endAccess(admin, operator, act.now) });
    await operator.save();
    await auditOperator(admin, act, operator, { action: 'operator.rescued', details });
    return operator;
  });
}

function inactive({ id, username }: Operator): Error {
  return new Error(`The operator ${username} is deactivated. Activate it first, as another admin: npx diwan operators set ${id} --active`);
}
