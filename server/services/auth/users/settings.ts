import type { User } from '../../../models/auth/User.ts';
import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { validationError } from '../../platform/errors.ts';
import type { AuthProject } from './setup.ts';
import { lockSignedInUser, projectOfUser, signedInUser } from './signed-in-user.ts';

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
 * @throws ApiError as `signedInUser` and `lockSignedInUser`, 400 for a language that the project does not have
 */
export async function updateSettings(ctx: Context, changes: SettingsChanges): Promise<User> {
  const project = await projectOfUser(ctx);
  return inTransaction(async () => {
    const user = await lockSignedInUser(ctx);
    if (changes.language !== undefined) requireLanguage(project, changes.language);
    return user.update(changes);
  });
}

function requireLanguage({ settings: { languages } }: AuthProject, language: string): void {
  if (languages.includes(language)) return;
  throw validationError([{ field: 'language', message: `language must be one of [${languages.join(', ')}]` }]);
}
