import type { Request, Response } from 'express';
import { identifyUser } from '../auth/user-guard.ts';
import type { Actor } from '../context.ts';
import type { Endpoint } from './endpoint.ts';
import { identifyAccount, identifyEndedAccount } from './limits/account-limit.ts';
import { identifyManager, type ManagerDeps } from './manager.ts';

interface Call {
  readonly req: Request;
  readonly res: Response;
  readonly params: Request['params'];
}

/** The caller of an endpoint, before its body is read. @throws ApiError 401, 403, 429 */
export function identify(endpoint: Endpoint<unknown>, deps: ManagerDeps, call: Call): Promise<Actor> {
  const { auth, limit } = endpoint;
  if (auth === 'manager') return identifyManager(endpoint, deps, call);
  return limit === 'account' && auth !== 'public' ? identifyAccount(auth, deps, call) : identifyUser(deps.tokens, call.req, auth);
}

/** The user of a public endpoint whose input needs one. @throws ApiError 401, 429 */
export function identifyLate({ limit, mayHaveEnded }: Endpoint<unknown>, deps: ManagerDeps, call: Call): Promise<Actor> {
  if (mayHaveEnded === true) return identifyEndedAccount(deps, call);
  return limit === 'account' ? identifyAccount('user', deps, call) : identifyUser(deps.tokens, call.req, 'user');
}
