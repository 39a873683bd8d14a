import type { Operator } from '../../../models/platform-admin/Operator.ts';
import type { OperatorBody } from '../../schemas/platform-admin/operators.ts';

export function presentOperator(operator: Operator): OperatorBody {
  const { id, username, email, role, isOwner, isActive, projectId, totpEnabledAt, createdAt, updatedAt } = operator;
  return {
    id,
    username,
    email,
    role,
    owner: isOwner,
    isActive,
    projectId,
    totp: totpEnabledAt !== null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
