import type { User } from '../../../models/auth/User.ts';
import type { Context } from '../../platform/context.ts';
import { isUniqueViolation } from '../../platform/db/errors.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { conflict } from '../../platform/errors.ts';
import { lockSignedInUser, projectOfUser, signedInUser } from './signed-in-user.ts';
import { searchKeyOf } from './user-search.ts';

/** Absent leaves, null clears. */
export interface ProfileChanges {
  firstName?: string | null;
  lastName?: string | null;
  /** In lower case. */
  email?: string | null;
}

/** @throws ApiError as `signedInUser` */
export function showProfile(ctx: Context): Promise<User> {
  return signedInUser(ctx);
}

/**
 * Changes what is given. The unique key decides who gets an e-mail that several want at once.
 * @throws ApiError as `signedInUser` and `lockSignedInUser`, 409 `email_taken` when another user of the project has it
 */
export async function updateProfile(ctx: Context, changes: ProfileChanges): Promise<User> {
  const { email } = changes;
  await projectOfUser(ctx);
  try {
    return await inTransaction(async () => {
      const user = await lockSignedInUser(ctx);
      user.set(changes);
      if (email !== undefined) user.emailKey = email;
      user.searchKey = searchKeyOf(user);
      return user.save();
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw conflict('email_taken', 'This e-mail address belongs to another user.');
    throw error;
  }
}
