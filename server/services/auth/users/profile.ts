import type { User } from '../../../../models/auth/User.ts';
import { inTransaction } from '../../../platform/db/transactions/transaction.ts';
import { deleteMailsTo } from '../../../platform/mail/erase-mails.ts';
import { recordUserUpdate } from '../audit/user-audit.ts';
import type { AuthContext } from '../auth.ts';
import { messageLanguage } from '../projects.ts';
import { searchKeysOf } from '../search/search-keys.ts';
import { lockSignedInUser, projectOfUser, signedInUser } from '../sessions/signed-in-user.ts';
import { mailNotice } from './contact-notices.ts';
import { provedEmail } from './email-proof.ts';

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
 * Changes the given fields. A new e-mail address is not proved, so it may be that of another user; the one that was proved gets a notice.
 * @throws ApiError as `signedInUser` and `lockSignedInUser`
 */
export async function updateProfile(ctx: AuthContext, changes: ProfilePatch): Promise<User> {
  const project = await projectOfUser(ctx);
  return inTransaction(ctx.db, async () => {
    const user = await lockSignedInUser(ctx);
    const proved = provedEmail(user);
    user.set(changes);
    const changed = user.changed() || [];
    if (provedEmail(user) === null) user.set({ emailKey: null, verifiedEmail: null });
    user.set(searchKeysOf(user));
    await user.save();
    if (changed.length > 0) await recordUserUpdate(ctx, user, { changed, before: {} });
    if (proved !== null && proved !== user.email) {
      // nothing leads from the user to these mails later
      await deleteMailsTo(ctx.db, user.projectId, proved);
      await mailNotice(ctx, user, { to: proved, template: 'email_changed', language: messageLanguage(project, user.language) });
    }
    return user;
  });
}
