import { subjectOf } from '../../auth/subject.ts';
import { readBearer, type TokenGuard } from '../../auth/token-guard.ts';
import { identifyUser, type UserAuth } from '../../auth/user-guard.ts';
import type { Actor } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import type { Call } from '../call.ts';
import { clientAddress } from './client-address.ts';
import { actorKey, type LimitDeps } from './endpoint-limits.ts';

/**
 * The limit `account`: a valid token counts against its user, one that is no longer valid against its session, and any other request
 * against the address. Phones share the addresses of their carriers, so users neither use up nor meet the limit of their address.
 */
export interface AccountDeps extends Pick<LimitDeps, 'limits'> {
  readonly tokens: TokenGuard;
}

/** Finds the caller and counts the request. @throws ApiError 401, 429 `throttled` */
export async function identifyAccount(auth: UserAuth, { tokens, limits }: AccountDeps, call: Call): Promise<Actor> {
  const { req } = call;
  const { exchange } = call.res.locals;
  exchange.isCounted = true;
  try {
    const actor = await identifyUser(tokens, req, auth);
    await limits.consume('account', actorKey(actor, req), exchange.headers);
    return actor;
  } catch (error) {
    if (isRefusedToken(error)) await countRefusedToken({ tokens, limits }, call);
    throw error;
  }
}

/** An old token uses up neither the limit of its address nor that of its user, because a thief may have it. */
async function countRefusedToken({ tokens, limits }: AccountDeps, { req, res }: Call): Promise<void> {
  const { headers } = res.locals.exchange;
  const id = tokens.refusedSession(req);
  if (id === null) await limits.consume('global', clientAddress(req), headers);
  else await limits.consume('account', subjectOf({ kind: 'session', id }), headers);
}

/** The same for a token whose session may have ended. @throws ApiError 401, 429 `throttled` */
export function identifyEndedAccount(deps: AccountDeps, call: Call): Promise<Actor> {
  return identifyAccount('user', deps, call).catch((error: unknown) => {
    if (isRefusedToken(error) && readBearer(call.req).kind === 'token') return deps.tokens.verifyEnded(call.req);
    throw error;
  });
}

/** Counts a request that is refused before its handler has read the token in its body. */
export async function countRefused(error: unknown, { limits }: AccountDeps, { req, res }: Call): Promise<void> {
  const { exchange } = res.locals;
  const isRefused = error instanceof ApiError && error.status < 500;
  if (isRefused && !exchange.isCounted) await limits.consume('global', clientAddress(req), exchange.headers);
}

function isRefusedToken(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}
