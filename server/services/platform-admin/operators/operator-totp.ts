import { literal } from 'sequelize';
import { Operator } from '../../../../models/platform-admin/Operator.ts';
import { RecoveryCode } from '../../../../models/platform-admin/RecoveryCode.ts';
import type { Act } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/database.ts';
import { afterCommit, inTransaction } from '../../../platform/db/transactions/transaction.ts';
import type { PlatformAdmin } from '../platform-admin.ts';
import { findProject } from '../projects.ts';
import { auditOperator, findOperator, type OperatorKey } from './operators.ts';
import { lockOwners, requireOwner } from './owners.ts';
import type { SecondFactorGate } from './second-factor-gate.ts';

/**
 * Removes the second factor of an operator who has lost it. Sessions go on.
 * @throws ApiError 404 `project_not_found`, 404 `operator_not_found`, 403 for an owner whom the caller may not change
 */
export async function resetTotp(admin: PlatformAdmin, act: Act, key: OperatorKey): Promise<Operator> {
  await findProject(admin.db, key.projectId);
  return inTransaction(admin.db, async () => {
    const owners = await lockOwners(admin.db);
    const operator = await findOperator(admin.db, key, { lock: true });
    if (operator.isOwner) requireOwner(owners, act.actor);
    const details = { before: { totp: operator.totpEnabledAt !== null }, after: { totp: false } };
    await clearTotp(admin.db, admin.secondFactor, operator.id);
    await operator.reload();
    await auditOperator(admin, act, operator, { action: 'operator.totp_reset', details });
    return operator;
  });
}

/** Call it in a transaction with the operator's row locked. */
export async function clearTotp(db: Database, gate: SecondFactorGate, id: number): Promise<void> {
  const none = { totpSecret: null, totpEnabledAt: null, totpLastStep: null, revision: literal('revision + 1') };
  await db.model(Operator).update(none, { where: { id }, acrossProjects: true });
  await db.model(RecoveryCode).destroy({ where: { operatorId: id } });
  afterCommit(db, () => gate.forget(id));
}
