import type { User } from '../../../models/auth/User.ts';
import type { PlainRow } from '../../platform/db/records/page.ts';
import type { ManagedUserBody, UserBody } from '../../schemas/auth/users.ts';

export function presentUser(user: PlainRow<User>): UserBody {
  const {
    id,
    phone,
    email,
    verifiedEmail,
    role,
    status,
    firstName,
    lastName,
    avatar,
    language,
    phoneVerified,
    projectId,
    createdAt,
    updatedAt,
  } = user;
  return {
    id,
    phone,
    email,
    emailVerified: email !== null && email === verifiedEmail,
    role,
    status,
    firstName,
    lastName,
    avatar,
    language,
    phoneVerified,
    projectId,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

/** The user as managers see it. */
export function presentManagedUser(user: PlainRow<User>): ManagedUserBody {
  const { lastLoginAt, deletionDueAt } = user;
  return {
    ...presentUser(user),
    lastLoginAt: lastLoginAt?.toISOString() ?? null,
    deletesAt: deletionDueAt?.toISOString() ?? null,
  };
}
