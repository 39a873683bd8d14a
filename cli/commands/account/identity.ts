import { CliError } from '../../errors.ts';
import { type Api, notOurs, unwrap } from '../../http/client.ts';
import { connect } from '../../http/connect.ts';
import { type Claims, readClaims } from '../../http/tokens.ts';
import type { Kit } from '../../kit.ts';

/** What the server says about a token. */
export interface TokenFacts extends Claims {
  /** Whether it may moderate: an operator's, or that of a user with such a role. */
  readonly isStaff: boolean;
}

/** What the server says about an API key. */
export interface KeyFacts {
  /** null for the key that the server was started with, and for one that may not read about keys. */
  readonly name: string | null;
  readonly scopes: readonly string[] | null;
  readonly expiresAt: string | null;
  /** The apps that it reaches; null when it may not read. */
  readonly apps: number | null;
}

/** The token of `holder` may be renewed on the way. @throws CliError when the server does not take it */
export async function checkToken(api: Api, holder: { readonly accessToken: string | null }): Promise<TokenFacts> {
  const answer = await unlessForbidden(unwrap(api.GET('/api/v1/admin/reviews', { params: { query: { limit: 1 } } })));
  const claims = readClaims(holder.accessToken ?? '') ?? { name: null, role: null, project: null, expiresAt: null };
  return { ...claims, isStaff: answer !== null };
}

/** @throws CliError when the server does not take the key */
export async function checkKey(api: Api, key: string): Promise<KeyFacts> {
  const apps = await unlessForbidden(unwrap(api.GET('/api/v1/admin/apps')));
  if (apps !== null && !Array.isArray(apps)) throw notOurs();
  const keys = await unlessForbidden(unwrap(api.GET('/api/v1/admin/api-keys')));
  const own = keys?.find(({ prefix }) => key.startsWith(`${prefix}_`));
  return { name: own?.name ?? null, scopes: own?.scopes ?? null, expiresAt: own?.expiresAt ?? null, apps: apps?.length ?? null };
}

/** The version of the Diwan server at an address. @throws CliError when there is none, or something else */
export async function readServerVersion(kit: Kit, url: string): Promise<string> {
  const response = await connect(kit, url).send(new Request(`${url}/openapi.json`));
  const document: unknown = await response.json().catch(() => null);
  const info = typeof document === 'object' && document !== null && 'info' in document ? (document.info as Record<string, unknown>) : {};
  if (!response.ok || info['title'] !== 'Diwan API') throw notOurs(response.status, response.headers.get('location'));
  return String(info['version']);
}

async function unlessForbidden<T>(asked: Promise<T>): Promise<T | null> {
  return asked.catch((error: unknown) => {
    // a server may serve a part of the API only
    if (error instanceof CliError && ['permission_denied', 'not_found'].includes(error.facts.code)) return null;
    throw error;
  });
}
