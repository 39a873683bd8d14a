import type { OwnAccountBody } from '../../../schemas/auth/operators/own-account.ts';
import type { AuthOperator } from '../../../services/auth/auth.ts';

export function presentOwnAccount(operator: AuthOperator): OwnAccountBody {
  const { id, username, email, role, isOwner, projectId, totpEnabledAt, createdAt, lastLoginAt } = operator;
  return {
    id,
    username,
    email,
    role,
    roles: isOwner ? [role, 'owner'] : [role],
    projectId,
    totp: totpEnabledAt !== null,
    createdAt: createdAt.toISOString(),
    lastLoginAt: lastLoginAt?.toISOString() ?? null,
  };
}
