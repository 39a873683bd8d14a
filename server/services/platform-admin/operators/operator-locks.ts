import type { Operator } from '../../../../models/platform-admin/Operator.ts';
import type { Act } from '../../../platform/context.ts';
import { inTransaction } from '../../../platform/db/transactions/transaction.ts';
import type { PlatformAdmin } from '../platform-admin.ts';
import { findProject } from '../projects.ts';
import { auditOperator, findOperator, type OperatorKey } from './operators.ts';
import { lockOwners, requireOwner } from './owners.ts';

/**
 * Lifts every lock of an operator after wrong passwords, from all addresses and devices, and clears what they count.
 * @throws ApiError 404 `project_not_found`, 404 `operator_not_found`, 403 for an owner when the caller is none
 */
export async function unlockOperator(admin: PlatformAdmin, act: Act, key: OperatorKey): Promise<Operator> {
  await findProject(admin.db, key.projectId);
  return inTransaction(admin.db, async () => {
    const owners = await lockOwners(admin.db);
    const operator = await findOperator(admin.db, key, { lock: true });
    if (operator.isOwner) requireOwner(owners, act.actor);
    await admin.operatorLocks.lift(operator);
    await auditOperator(admin, act, operator, { action: 'operator.unlocked' });
    return operator;
  });
}
