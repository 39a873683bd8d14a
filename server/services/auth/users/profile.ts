import type { User } from '../../../../models/auth/User.ts';
import { isUniqueViolation } from '../../../platform/db/errors.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { conflict } from '../../../platform/errors.ts';
import type { AuthContext } from '../auth.ts';
import { lockSignedInUser, projectOfUser, signedInUser } from '../sessions/signed-in-user.ts';
import { searchKeyOf } from './user-search.ts';

/** Absent fields stay, null clears. */
export interface ProfilePatch {
  firstName?: string | null;
  lastName?: string | null;
  /** In lower case. */
  email?: string | null;
}

/** @throws ApiError as `signedInUser` */
export function showProfile(ctx: AuthContext): Promise<User> {
  return signedInUser(ctx);
}

/**
 * Changes the given fields. The unique key decides which of several concurrent users gets an e-mail address.
 * @throws ApiError as `signedInUser` and `lockSignedInUser`, 409 `email_taken` when another user of the project has it
 */
export async function updateProfile(ctx: AuthContext, changes: ProfilePatch): Promise<User> {
  const { email } = changes;
  await projectOfUser(ctx);
  try {
    return await inTransaction(ctx.db, async () => {
      const user = await lockSignedInUser(ctx);
      user.set(changes);
      if (email !== undefined) user.emailKey = email;
      user.searchKey = searchKeyOf(user);
      return user.save();
    });
  } catch (error) {
    if (isUniqueViolation(ctx.db, error)) throw conflict('email_taken', 'This e-mail address belongs to another user.');
    throw error;
  }
}
