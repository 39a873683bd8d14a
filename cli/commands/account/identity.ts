import type { CommandContext } from '../../command.ts';
import { CliError } from '../../errors.ts';
import { type Api, notDiwanServer, unwrap } from '../../http/client.ts';
import { connect } from '../../http/connect.ts';
import { type Claims, readClaims } from '../../http/tokens.ts';
import { isRecord } from '../../json.ts';

export interface TokenInfo extends Claims {
  /** Whether the account may moderate: an operator, or a user with the role staff or admin. */
  readonly isStaff: boolean;
}

export interface KeyInfo {
  /** null for the server's ADMIN_API_KEY, and for a key without the right to list keys. */
  readonly name: string | null;
  readonly scopes: readonly string[] | null;
  readonly expiresAt: string | null;
  /** How many apps the key has access to; null without read access. */
  readonly apps: number | null;
}

/** Asks the server about a token. The call may refresh the token of `holder`. @throws CliError when the server refuses it */
export async function checkToken(api: Api, holder: { readonly accessToken: string | null }): Promise<TokenInfo> {
  const reviews = await nullIfForbidden(unwrap(api.GET('/api/v1/admin/reviews', { params: { query: { limit: 1 } } })));
  const claims = readClaims(holder.accessToken ?? '') ?? { name: null, role: null, project: null, expiresAt: null };
  return { ...claims, isStaff: reviews !== null };
}

/** Asks the server about an API key. @throws CliError when the server refuses it */
export async function checkKey(api: Api, key: string): Promise<KeyInfo> {
  const apps = await nullIfForbidden(unwrap(api.GET('/api/v1/admin/apps')));
  if (apps !== null && !Array.isArray(apps)) throw notDiwanServer();
  const keys = await nullIfForbidden(unwrap(api.GET('/api/v1/admin/api-keys')));
  const own = keys?.find(({ prefix }) => key.startsWith(`${prefix}_`));
  return { name: own?.name ?? null, scopes: own?.scopes ?? null, expiresAt: own?.expiresAt ?? null, apps: apps?.length ?? null };
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
