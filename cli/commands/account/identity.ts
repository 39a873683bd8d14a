import type { CommandContext } from '../../command.ts';
import { CliError } from '../../errors/errors.ts';
import { type Api, notDiwanServer, unwrap } from '../../http/client.ts';
import { connect } from '../../http/connect.ts';
import { type Claims, readClaims } from '../../http/tokens.ts';
import { isRecord } from '../../json.ts';
import { describeReach } from './describe-reach.ts';

/** The reach of a caller, as the server says. */
interface Reach {
  readonly roles: readonly string[];
  readonly scopes: readonly string[] | null;
  /** null for every project. */
  readonly projectId: number | null;
  /** null for every app of the project. */
  readonly onlyApps: readonly string[] | null;
  /** The same in plain words. */
  readonly may: string;
}

export interface TokenInfo extends Claims {
  /** Whether the account may moderate: an operator, or a user with the role staff or admin. */
  readonly isStaff: boolean;
  /** null for a customer, and from a server of an earlier release. */
  readonly reach: Reach | null;
}

export interface KeyInfo {
  /** null for the server's ADMIN_API_KEY, and for a key without the right to list keys. */
  readonly name: string | null;
  readonly scopes: readonly string[] | null;
  readonly expiresAt: string | null;
  /** How many apps the key has access to; null without read access. */
  readonly apps: number | null;
  readonly reach: Reach | null;
}

/** Asks the server about a token. The call may refresh the token of `holder`. @throws CliError when the server refuses it */
export async function checkToken(api: Api, holder: { readonly accessToken: string | null }): Promise<TokenInfo> {
  const reviews = await nullIfForbidden(unwrap(api.GET('/api/v1/admin/reviews', { params: { query: { limit: 1 } } })));
  const claims = readClaims(holder.accessToken ?? '') ?? { name: null, role: null, project: null, expiresAt: null };
  return { ...claims, isStaff: reviews !== null, reach: (await askReach(api))?.reach ?? null };
}

/** Asks the server about the API key that `api` sends. @throws CliError when the server refuses it */
export async function checkKey(api: Api): Promise<KeyInfo> {
  const apps = await nullIfForbidden(unwrap(api.GET('/api/v1/admin/apps')));
  if (apps !== null && !Array.isArray(apps)) throw notDiwanServer();
  const own = await askReach(api);
  const { name = null, expiresAt = null, reach = null } = own ?? {};
  return { name, scopes: reach?.scopes ?? null, expiresAt, apps: apps?.length ?? null, reach };
}

/** The reach of the caller of `api`; null when it administers nothing. @throws CliError when the server refuses the caller */
export async function askReach(api: Api): Promise<{ name: string | null; expiresAt: string | null; reach: Reach } | null> {
  const caller = await nullIfForbidden(unwrap(api.GET('/api/v1/admin/whoami')));
  if (caller === null) return null;
  const { name, expiresAt, roles, scopes, projectId, apps } = caller;
  return { name, expiresAt, reach: { roles, scopes, projectId, onlyApps: apps, may: describeReach(caller) } };
}

/** The version of the Diwan server at an address. @throws CliError when no server, or another one, responds */
export async function readServerVersion(context: CommandContext, url: string): Promise<string> {
  const response = await connect(context, url).send(new Request(`${url}/openapi.json`));
  const document: unknown = await response.json().catch(() => null);
  const info = isRecord(document) ? document['info'] : null;
  if (!response.ok || !isRecord(info) || info['title'] !== 'Diwan API')
    throw notDiwanServer(response.status, response.headers.get('location'));
  return String(info['version']);
}

/** A server may also run without the part of the API that a call belongs to. */
async function nullIfForbidden<T>(call: Promise<T>): Promise<T | null> {
  return call.catch((error: unknown) => {
    if (error instanceof CliError && ['permission_denied', 'not_found'].includes(error.info.code)) return null;
    throw error;
  });
}
