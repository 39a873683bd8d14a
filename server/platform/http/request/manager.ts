import { type ApiKeyGuard, hasApiKey } from '../../auth/api-key-guard.ts';
import { type AppDirectory, type Reach, requireReach } from '../../auth/reach.ts';
import type { Area } from '../../auth/scopes.ts';
import { readProjectHeader, requireSameProject } from '../../auth/tenant.ts';
import { readBearer, type TokenGuard } from '../../auth/token-guard.ts';
import type { Actor } from '../../context.ts';
import { ApiError, badRequest, invalidApiKey, notAuthenticated, tokenNotValid } from '../../errors.ts';
import type { Call } from '../call.ts';
import { type Method, onlyReads } from '../endpoint.ts';
import { clientAddress } from '../limits/client-address.ts';
import type { LimitDeps } from '../limits/endpoint-limits.ts';

export interface ManagerDeps extends Pick<LimitDeps, 'limits'> {
  readonly apiKeys: ApiKeyGuard;
  readonly tokens: TokenGuard;
  readonly appDirectory: AppDirectory;
}

const NEITHER = 'Send the token of an operator in Authorization, or an API key in X-Api-Key.';

interface ManagedEndpoint {
  readonly method: Method;
  readonly isRead?: true;
  readonly reach: Reach;
  readonly role?: 'staff' | 'admin';
  readonly scope?: Area;
}

/**
 * The caller of an administrative endpoint, by API key or by an operator's token, once it is known to reach what the path names.
 * @throws ApiError 400 `two_credentials`, 401 without a valid one, 403 `project_mismatch`, `permission_denied`, 404 of another project's
 */
export async function identifyManager(endpoint: ManagedEndpoint, deps: ManagerDeps, call: Call): Promise<Actor> {
  const { reach, role, scope } = endpoint;
  const actor = await verify(reach, deps, call);
  // before the path is looked up, so that the answer does not depend on what it names
  requireSameProject(readProjectHeader(call.req), actor);
  const isRead = onlyReads(endpoint);
  const { slug, id } = call.params;
  const need = {
    reach,
    isRead,
    area: scope,
    role: role ?? (isRead ? 'staff' : 'admin'),
    slug: typeof slug === 'string' ? slug : undefined,
    projectId: typeof id === 'string' ? Number(id) : undefined,
  } as const;
  await requireReach(actor, need, deps.appDirectory);
  return actor;
}

function verify(reach: Reach, deps: ManagerDeps, call: Call): Promise<Actor> {
  const bearer = readBearer(call.req);
  const isKeySent = hasApiKey(call.req);
  if (isKeySent && bearer.kind !== 'none')
    throw badRequest('two_credentials', 'Send either an API key in X-Api-Key or a token in Authorization, not both.');
  if (isKeySent) return verifyApiKey(deps, call);
  // each endpoint keeps the code of the time when it took one of the two
  if (bearer.kind === 'none') throw reach === 'tenant' ? notAuthenticated(NEITHER) : invalidApiKey();
  if (bearer.kind === 'bad') throw tokenNotValid();
  return deps.tokens.verify(call.req);
}

/** A wrong key counts against its sender's address. Above the limit a right key still passes: others may share the address. */
async function verifyApiKey(deps: ManagerDeps, { req, res }: Call): Promise<Actor> {
  const address = clientAddress(req);
  const isSuspect = (await deps.limits.blockedFor('failedKeys', address)) > 0;
  try {
    return await deps.apiKeys.verify(req, isSuspect);
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) await deps.limits.consume('failedKeys', address, res.locals.exchange.headers);
    throw error;
  }
}
