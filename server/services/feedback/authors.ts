import { type Actor, type Context, isStaffActor } from '../../platform/context.ts';
import { DELETED_AUTHOR, DELETED_GUEST } from '../../platform/erasure.ts';
import { notOwner } from '../../platform/errors.ts';

/** The id under which an author is stored: a user's UUID or `operator:<id>`; null for a guest and for an API key, which own no records. */
export function authorIdOf(actor: Actor): string | null {
  if (actor.kind === 'user') return actor.id;
  return actor.kind === 'operator' ? `operator:${actor.id}` : null;
}

/** Whether a guest wrote it, without an account; the rest of the id is an e-mail address. */
export function isGuest(authorId: string): boolean {
  return authorId.startsWith('guest:');
}

/** Whether the author is a person who is not known any more. */
export function isErased(authorId: string): boolean {
  return authorId === DELETED_AUTHOR || authorId === DELETED_GUEST;
}

/** The id of an account, unless a guest wrote the record or the account is erased. */
export function accountOf(authorId: string | null): string | null {
  return authorId === null || isErased(authorId) || isGuest(authorId) ? null : authorId;
}

/** The author of a new record as the audit log names actors: a guest has an e-mail address, which stays in the house. */
export function actorOfAuthor(authorId: string | null): string {
  const account = accountOf(authorId);
  if (account === null) return 'anonymous';
  return account.startsWith('operator:') ? account : `user:${account}`;
}

/** The author id of a caller who is signed in. @throws Error for other callers, because the endpoint should have refused them */
export function requireAuthorId({ actor }: Context): string {
  const id = authorIdOf(actor);
  if (id === null) throw new Error('This endpoint accepts signed-in callers only.');
  return id;
}

/** Whether the caller moderates: a user or an operator with the role `staff` or `admin`. */
export function isStaff({ actor }: Context): boolean {
  return isStaffActor(actor);
}

/** Whether the caller is the author. No caller is the author of a guest's record, because an e-mail address proves no identity. */
export function isAuthor({ actor }: Context, authorId: string | null): boolean {
  return authorId !== null && authorIdOf(actor) === authorId;
}

/** Whether the caller is the author or staff, and therefore sees the record in every state, and in which one it is. */
export function isInsider(ctx: Context, authorId: string | null): boolean {
  return isStaff(ctx) || isAuthor(ctx, authorId);
}

/** Refuses callers other than the author. @throws ApiError 403 `not_owner` */
export function requireAuthor(ctx: Context, authorId: string | null): void {
  if (!isAuthor(ctx, authorId)) throw notOwner();
}

/** Refuses callers other than the author and staff; used for deletions. @throws ApiError 403 `not_owner` */
export function requireAuthorOrStaff(ctx: Context, authorId: string | null): void {
  if (!isStaff(ctx)) requireAuthor(ctx, authorId);
}
