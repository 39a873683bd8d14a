import { timingSafeEqual } from 'node:crypto';
import type { Request } from 'express';
import type { Clock } from '../clock.ts';
import type { ApiKeyActor } from '../context.ts';
import { digestOfKey, prefixOfKey } from '../crypto/api-key.ts';
import { invalidApiKey, permissionDenied } from '../errors.ts';

export type Scope = 'read' | 'write';

/**
 * The apps that a key must be allowed to use: `app` the one of `:slug` in the path, `list` any (the handler filters), `platform` all of
 * them. The scope is `read` for GET and `write` for all other methods.
 */
export type KeyScope = 'app' | 'list' | 'platform';

/** An issued key as stored: a digest instead of the key. */
export interface StoredApiKey extends Omit<ApiKeyActor, 'kind'> {
  /** SHA-256 of the key. */
  readonly digest: Buffer;
  readonly expiresAt: Date | null;
}

/** Looks up issued keys; implemented by the service that owns their table. */
export interface ApiKeyDirectory {
  /** The live key of a prefix, at most 1 s out of date; null when there is none or it was revoked. */
  find(prefix: string): Promise<StoredApiKey | null>;
  /** Records that a key was used; never fails and never waits. */
  noteUse(id: number, now: Date): void;
}

export interface ApiKeyGuardDeps {
  readonly directory: ApiKeyDirectory;
  readonly clock: Clock;
  /** The platform key of the environment; null when none is set. */
  readonly platformKey: string | null;
}

export interface ApiKeyGuard {
  /** @throws ApiError 401 `invalid_api_key`, with the same body for every cause */
  verify(req: Request): Promise<ApiKeyActor>;
}

const PLATFORM_ACTOR: ApiKeyActor = { kind: 'apiKey', id: 0, name: 'ADMIN_API_KEY', scopes: ['read', 'write'], apps: null };

/** Looks a key up by its public prefix and compares digests in constant time. */
export function createApiKeyGuard(deps: ApiKeyGuardDeps): ApiKeyGuard {
  const platformDigest = deps.platformKey === null ? null : digestOfKey(deps.platformKey);
  const verify = async (req: Request): Promise<ApiKeyActor> => {
    const key = presentedKey(req);
    if (key === null) throw invalidApiKey();
    const digest = digestOfKey(key);
    if (platformDigest !== null && timingSafeEqual(digest, platformDigest)) return PLATFORM_ACTOR;
    return verifyIssued(deps, key, digest);
  };
  return { verify };
}

async function verifyIssued(deps: ApiKeyGuardDeps, key: string, digest: Buffer): Promise<ApiKeyActor> {
  const prefix = prefixOfKey(key);
  const stored = prefix === null ? null : await deps.directory.find(prefix);
  if (stored === null || !timingSafeEqual(digest, stored.digest)) throw invalidApiKey();
  const now = deps.clock.now();
  if (stored.expiresAt !== null && stored.expiresAt <= now) throw invalidApiKey();
  deps.directory.noteUse(stored.id, now);
  const { id, name, scopes, apps } = stored;
  return { kind: 'apiKey', id, name, scopes, apps };
}

/** Node joins repeated headers to one text, which is never a valid key. */
function presentedKey(req: Request): string | null {
  const header = req.headers['x-api-key'];
  return typeof header === 'string' && header !== '' && header.length <= 512 ? header : null;
}

/** Whether a key was sent: a missing key is not counted as a failed attempt. */
export function hasApiKey(req: Request): boolean {
  return presentedKey(req) !== null || req.headers['x-api-key'] !== undefined;
}

/** Called before any look-up of the app. @throws ApiError 403 when the key lacks the scope or access to the app of the path */
export function requireKeyScope(actor: ApiKeyActor, need: { scope: Scope; keyScope: KeyScope; slug: string | undefined }): void {
  if (!actor.scopes.includes(need.scope)) throw permissionDenied(`This API key lacks the scope ${need.scope}.`);
  if (actor.apps === null || need.keyScope === 'list') return;
  if (need.keyScope === 'platform') throw permissionDenied('This API key is limited to some apps; this request needs a key for all apps.');
  if (need.slug === undefined || !actor.apps.includes(need.slug)) throw permissionDenied('This API key has no access to this app.');
}
