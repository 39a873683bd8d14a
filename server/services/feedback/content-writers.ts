import { type Context, projectIdOf } from '../../platform/context.ts';
import { permissionDenied } from '../../platform/errors.ts';
import { isStaff } from './authors.ts';
import { feedbackSetup } from './setup.ts';

/**
 * Roadmap and changelog are written by whom the project's setting `contentWriters` names: all who are signed in, or staff alone.
 * @throws ApiError 403 `permission_denied`
 */
export async function requireContentWriter(ctx: Context): Promise<void> {
  if (isStaff(ctx)) return;
  const settings = await feedbackSetup().findSettings(projectIdOf(ctx));
  if (settings?.contentWriters === 'staff') throw permissionDenied();
}
