import { timingSafeEqual } from 'node:crypto';
import type { Request } from 'express';
import type { Clock } from '../clock.ts';
import type { ApiKeyActor } from '../context.ts';
import { digestOfKey, prefixOfKey } from '../crypto/api-key.ts';
import { invalidApiKey, permissionDenied } from '../errors.ts';

export type Scope = 'read' | 'write';

/**
 * What a key must reach: `app` the one in the path's `:slug`, `list` any (the handler filters), `platform` a key without an
 * app list. The scope is `read` for GET and `write` for the rest.
 */
export type KeyReach = 'app' | 'list' | 'platform';

/** An issued key as it is kept: never the key itself. */
export interface StoredApiKey extends Omit<ApiKeyActor, 'kind'> {
  /** SHA-256 of the whole key. */
  readonly digest: Buffer;
  readonly expiresAt: Date | null;
}

/** Where issued keys are looked up; made by the service that owns their table. */
export interface ApiKeyDirectory {
  /** The live key of a prefix, at most 1 s old; null when there is none or it was revoked. */
  find(prefix: string): Promise<StoredApiKey | null>;
  /** Notes that a key was used; never fails and never waits. */
  noteUse(id: number, now: Date): void;
}

export interface ApiKeyGuardDeps {
  readonly directory: ApiKeyDirectory;
  readonly clock: Clock;
  /** The platform key of the environment; null when none is set. */
  readonly platformKey: string | null;
}

export interface ApiKeyGuard {
  /** @throws ApiError 401 `invalid_api_key`, one body whatever is wrong. */
  verify(req: Request): Promise<ApiKeyActor>;
}

const PLATFORM_ACTOR: ApiKeyActor = { kind: 'apiKey', id: 0, name: 'ADMIN_API_KEY', scopes: ['read', 'write'], apps: null };

/** Compares digests, which have one length, in constant time; what is looked up by is a public prefix. */
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

/** Two headers are joined by Node to one text that is nobody's key. */
function presentedKey(req: Request): string | null {
  const header = req.headers['x-api-key'];
  return typeof header === 'string' && header !== '' && header.length <= 512 ? header : null;
}

/** Whether a key was sent at all: a missing one is not counted as a wrong one (contract §1.6). */
export function hasApiKey(req: Request): boolean {
  return presentedKey(req) !== null || req.headers['x-api-key'] !== undefined;
}

/** @throws ApiError 403 when the key lacks the scope or does not reach the app of the path; before any look-up. */
export function requireReach(actor: ApiKeyActor, need: { scope: Scope; reach: KeyReach; slug: string | undefined }): void {
  if (!actor.scopes.includes(need.scope)) throw permissionDenied(`This API key lacks the scope ${need.scope}.`);
  if (actor.apps === null || need.reach === 'list') return;
  if (need.reach === 'platform') throw permissionDenied('This API key is limited to some apps and cannot do this.');
  if (need.slug === undefined || !actor.apps.includes(need.slug)) throw permissionDenied('This API key does not reach this app.');
}
