import type { Request } from 'express';
import type { Actor } from '../context.ts';
import { notAuthenticated, permissionDenied, tokenNotValid } from '../errors.ts';
import { readBearer, type TokenGuard } from './token-guard.ts';

/** Who may call, spelled out on every row. `userOrGuest` and `optionalUser` differ in what they promise the reader, not in the check. */
export type UserAuth = 'public' | 'optionalUser' | 'user' | 'userOrGuest' | 'staff' | 'admin';

export const ANONYMOUS: Actor = { kind: 'anonymous' };

/**
 * Who asks, by the bearer token (contract §1.5, last paragraph of the table).
 * @throws ApiError 401 without or with a bad token where one is needed, and with a bad one on writes where it is optional;
 *   403 when the role is not enough.
 */
export async function identifyUser(guard: TokenGuard, req: Request, auth: UserAuth): Promise<Actor> {
  if (auth === 'public') return ANONYMOUS;
  const optional = auth === 'optionalUser' || auth === 'userOrGuest';
  const bearer = readBearer(req);
  if (bearer.kind === 'none') {
    if (optional) return ANONYMOUS;
    throw notAuthenticated();
  }
  if (optional && isRead(req)) return tolerant(guard, req);
  if (bearer.kind === 'bad') throw tokenNotValid();
  const actor = await guard.verify(req);
  requireRole(actor, auth);
  return actor;
}

/** The token's owner, or nobody when it is absent or bad. */
export async function tolerant(guard: TokenGuard, req: Request): Promise<Actor> {
  if (readBearer(req).kind !== 'token') return ANONYMOUS;
  return guard.verify(req).catch(() => ANONYMOUS);
}

function requireRole(actor: Actor, auth: UserAuth): void {
  if (auth !== 'staff' && auth !== 'admin') return;
  const role = actor.kind === 'user' || actor.kind === 'operator' ? actor.role : null;
  if (role === 'admin' || (role === 'staff' && auth === 'staff')) return;
  throw permissionDenied();
}

function isRead(req: Request): boolean {
  return req.method === 'GET' || req.method === 'HEAD';
}
