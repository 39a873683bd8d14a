import type { Request } from 'express';
import { identifyUser } from '../../auth/user-guard.ts';
import type { Actor } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import type { Call } from '../call.ts';
import type { Endpoint } from '../endpoint.ts';
import { identifyAccount, identifyEndedAccount } from '../limits/account-limit.ts';
import { identifyManager, type ManagerDeps } from './manager.ts';

/** Knows the operators who must set up a second factor; implemented by the service that owns them. */
export interface SecondFactorDirectory {
  isClosedFor(operator: { readonly id: number; readonly projectId: number }): Promise<boolean>;
}

export interface IdentifyDeps extends ManagerDeps {
  readonly secondFactor: SecondFactorDirectory;
}

/** The caller of an endpoint, before its body is read. @throws ApiError 401, 403, 429 */
export async function identify(endpoint: Endpoint<unknown>, deps: IdentifyDeps, call: Call): Promise<Actor> {
  const actor = await identifyByGuard(endpoint, deps, call);
  await requireSecondFactor(endpoint, deps, actor);
  return actor;
}

function identifyByGuard(endpoint: Endpoint<unknown>, deps: IdentifyDeps, call: Call): Promise<Actor> {
  const { auth, limit, mayHaveEnded } = endpoint;
  const { tokens } = deps;
  if (auth === 'manager') return identifyManager(endpoint, deps, call);
  if (limit === 'account' && auth !== 'public') return identifyAccount(auth, deps, call);
  return identifyUser(mayHaveEnded === true && auth !== 'public' ? { verify: tokens.verifyEnded } : tokens, call.req, auth);
}

/** The user of a public endpoint whose input needs one. @throws ApiError 401, 429 */
export function identifyLate({ limit, mayHaveEnded }: Endpoint<unknown>, deps: ManagerDeps, call: Call): Promise<Actor> {
  if (mayHaveEnded === true) return identifyEndedAccount(deps, call);
  return limit === 'account' ? identifyAccount('user', deps, call) : identifyUser(deps.tokens, call.req, 'user');
}

/** A body may take 10 s to arrive, and the session or key may have been revoked since the first byte. @throws ApiError 401, 403 */
export async function verifyAgain(endpoint: Endpoint<unknown>, deps: IdentifyDeps, { req, actor }: { req: Request; actor: Actor }) {
  if (actor.kind === 'user' || actor.kind === 'operator') await deps.tokens.verify(req);
  if (actor.kind === 'apiKey') await deps.apiKeys.verify(req);
  await requireSecondFactor(endpoint, deps, actor);
}

async function requireSecondFactor(endpoint: Endpoint<unknown>, { secondFactor }: IdentifyDeps, actor: Actor): Promise<void> {
  if (actor.kind !== 'operator' || endpoint.isBeforeTotp === true || !(await secondFactor.isClosedFor(actor))) return;
  throw new ApiError(403, 'totp_setup_required', 'Your project requires a second factor: set it up first.');
}
