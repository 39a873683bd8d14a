import { projectIdOf } from '../../../platform/context.ts';
import { permissionDenied } from '../../../platform/errors.ts';
import { isStaff } from '../authors.ts';
import type { FeedbackContext } from '../feedback.ts';

/** Refuses to announce an entry to everybody, unless the caller is an admin. @throws ApiError 403 `permission_denied` */
export function requireAnnouncer(ctx: FeedbackContext, isAnnounced: boolean): void {
  const { actor } = ctx;
  const isAdmin = 'role' in actor && actor.role === 'admin';
  if (isAnnounced && !isAdmin) throw permissionDenied('Only an admin may announce an entry to everybody.');
}

/**
 * Refuses callers who may not write roadmap and changelog. The setting `contentWriters` of the project allows all signed-in callers or only
 * staff. The endpoint has already refused callers who are not signed in.
 * @throws ApiError 403 `permission_denied`
 */
export async function requireContentWriter(ctx: FeedbackContext): Promise<void> {
  if (isStaff(ctx)) return;
  const settings = await ctx.service.findSettings(projectIdOf(ctx));
  if (settings?.contentWriters === 'staff') throw permissionDenied();
}
