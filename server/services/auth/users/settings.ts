import { User } from '../../../../models/auth/User.ts';
import { inTransaction } from '../../../platform/db/transactions/transaction.ts';
import { validationError } from '../../../platform/errors.ts';
import { recordUserUpdate } from '../audit/user-audit.ts';
import type { AuthContext, AuthProject } from '../auth.ts';
import { lockSignedInUser, projectOfUser, signedInUser } from '../sessions/signed-in-user.ts';

/** Absent fields stay. */
export interface SettingsPatch {
  notifications?: boolean;
  language?: string;
}

/** @throws ApiError as `signedInUser` */
export function showSettings(ctx: AuthContext): Promise<User> {
  return signedInUser(ctx);
}

/**
 * Changes the given fields.
 * @throws ApiError as `signedInUser` and `lockSignedInUser`, 400 for a language that the project does not have
 */
export async function updateSettings(ctx: AuthContext, changes: SettingsPatch): Promise<User> {
  const project = await projectOfUser(ctx);
  return inTransaction(ctx.db, async () => {
    const user = await lockSignedInUser(ctx);
    if (changes.language !== undefined) requireLanguage(project, changes.language);
    const { language, notifications } = user;
    user.set(changes);
    const changed = user.changed() || [];
    await user.save();
    if (changed.length > 0) await recordUserUpdate(ctx, user, { changed, before: { language, notifications } });
    return user;
  });
}

/** Switches the notifications of a user off by the link of a mail; no change for one whose account is gone. */
export async function turnOffNotifications(
  ctx: Pick<AuthContext, 'db' | 'now'>,
  { projectId, id }: Pick<User, 'projectId' | 'id'>,
): Promise<void> {
  await inTransaction(ctx.db, async () => {
    const user = await ctx.db.model(User).findOne({ where: { projectId, id, deletedAt: null }, lock: true });
    if (user?.notifications !== true) return;
    await user.update({ notifications: false });
    await recordUserUpdate(ctx, user, { changed: ['notifications'], before: { language: user.language, notifications: true } });
  });
}

function requireLanguage({ settings: { languages } }: AuthProject, language: string): void {
  if (languages.includes(language)) return;
  throw validationError([{ field: 'language', message: `language must be one of [${languages.join(', ')}]` }]);
}
