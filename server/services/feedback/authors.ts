import { type Actor, type Context, isStaffActor } from '../../platform/context.ts';
import { notOwner } from '../../platform/errors.ts';

/**
 * How an author is kept (contract §3, Author ids): a user's UUID or `operator:<id>`; null for a guest and for an API key, who own
 * nothing.
 */
export function authorIdOf(actor: Actor): string | null {
  if (actor.kind === 'user') return actor.id;
  return actor.kind === 'operator' ? `operator:${actor.id}` : null;
}

/** The author id of who must be signed in. @throws Error for others, whom the row lets nowhere near */
export function requireAuthorId({ actor }: Context): string {
  const id = authorIdOf(actor);
  if (id === null) throw new Error('This endpoint takes signed-in callers only.');
  return id;
}

/** Whether the caller moderates: role `staff` or `admin`, of a user or an operator. */
export function isStaff({ actor }: Context): boolean {
  return isStaffActor(actor);
}

/** Whether the caller wrote it. Nobody wrote what a guest left, whatever e-mail they have. */
export function isAuthor({ actor }: Context, authorId: string | null): boolean {
  return authorId !== null && authorIdOf(actor) === authorId;
}

/** @throws ApiError 403 `not_owner` */
export function requireAuthor(ctx: Context, authorId: string | null): void {
  if (!isAuthor(ctx, authorId)) throw notOwner();
}

/** For deletions, which staff may do too. @throws ApiError 403 `not_owner` */
export function requireAuthorOrStaff(ctx: Context, authorId: string | null): void {
  if (!isStaff(ctx)) requireAuthor(ctx, authorId);
}
