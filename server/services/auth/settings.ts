import type { User } from '../../../models/auth/User.ts';
import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { validationError } from '../../platform/errors.ts';
import { requireProject } from './projects.ts';
import { signedInUser } from './signed-in-user.ts';

/** Absent leaves. */
export interface SettingsChanges {
  notifications?: boolean;
  language?: string;
}

/** @throws ApiError as `signedInUser` */
export function showSettings(ctx: Context): Promise<User> {
  return signedInUser(ctx);
}

/**
 * Changes what is given; the language is the one of the user's record.
 * @throws ApiError as `signedInUser`, 400 for a language that the project does not have
 */
export async function updateSettings(ctx: Context, changes: SettingsChanges): Promise<User> {
  return inTransaction(async () => {
    const user = await signedInUser(ctx, { lock: true });
    if (changes.language !== undefined) await requireLanguage(user.projectId, changes.language);
    return user.update(changes);
  });
}

async function requireLanguage(projectId: number, language: string): Promise<void> {
  const { languages } = (await requireProject(projectId)).settings;
  if (languages.includes(language)) return;
  throw validationError([{ field: 'language', message: `language must be one of [${languages.join(', ')}]` }]);
}
