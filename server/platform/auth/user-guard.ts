import type { Request } from 'express';
import type { Actor } from '../context.ts';
import { notAuthenticated, tokenNotValid } from '../errors.ts';
import { readBearer, type TokenGuard } from './token-guard.ts';

/** The callers that an endpoint admits. `userOrGuest` and `optionalUser` have the same check and document different uses. */
export type UserAuth = 'public' | 'optionalUser' | 'user' | 'userOrGuest';

export const ANONYMOUS: Actor = { kind: 'anonymous' };

/**
 * The actor of the bearer token.
 * @throws ApiError 401 without a valid token where one is required, or with an invalid token on a write where it is optional
 */
export async function identifyUser(guard: Pick<TokenGuard, 'verify'>, req: Request, auth: UserAuth): Promise<Actor> {
  if (auth === 'public') return ANONYMOUS;
  const optional = auth === 'optionalUser' || auth === 'userOrGuest';
  const bearer = readBearer(req);
  if (bearer.kind === 'none') {
    if (optional) return ANONYMOUS;
    throw notAuthenticated();
  }
  if (optional && isRead(req)) return tolerant(guard, req);
  if (bearer.kind === 'bad') throw tokenNotValid();
  return guard.verify(req);
}

/** The actor of the token, or anonymous when it is missing or invalid. */
export async function tolerant(guard: Pick<TokenGuard, 'verify'>, req: Request): Promise<Actor> {
  if (readBearer(req).kind !== 'token') return ANONYMOUS;
  return guard.verify(req).catch(() => ANONYMOUS);
}

function isRead(req: Request): boolean {
  return req.method === 'GET' || req.method === 'HEAD';
}
