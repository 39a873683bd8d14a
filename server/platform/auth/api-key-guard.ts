import { timingSafeEqual } from 'node:crypto';
import type { Request } from 'express';
import type { Clock } from '../clock.ts';
import type { ApiKeyActor } from '../context.ts';
import { digestOfKey, prefixOfKey } from '../crypto/api-key.ts';
import { invalidApiKey } from '../errors.ts';
import { SCOPES } from './scopes.ts';

/** An issued key as stored: a digest instead of the key. */
export interface StoredApiKey extends Omit<ApiKeyActor, 'kind'> {
  /** SHA-256 of the key. */
  readonly digest: Buffer;
}

/** Looks up issued keys; implemented by the service that owns their table. */
export interface ApiKeyDirectory {
  /** The live key of a prefix, at most 1 s out of date; null when there is none or it was revoked. */
  find(prefix: string): Promise<StoredApiKey | null>;
  /** The same, but any number of unknown prefixes costs one statement a second in all. */
  findListed(prefix: string): Promise<StoredApiKey | null>;
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
  /**
   * `isSuspect`: the sender has sent many wrong keys, so another one must cost little.
   * @throws ApiError 401 `invalid_api_key`, with the same body for every cause
   */
  verify(req: Request, isSuspect?: boolean): Promise<ApiKeyActor>;
}

const PLATFORM_ACTOR: ApiKeyActor = {
  kind: 'apiKey',
  id: 0,
  name: 'ADMIN_API_KEY',
  prefix: 'ADMIN_API_KEY',
  scopes: SCOPES,
  apps: null,
  projectId: null,
  expiresAt: null,
};

/** Looks a key up by its public prefix and compares digests in constant time. */
export function createApiKeyGuard(deps: ApiKeyGuardDeps): ApiKeyGuard {
  const platformDigest = deps.platformKey === null ? null : digestOfKey(deps.platformKey);
  const verify = async (req: Request, isSuspect = false): Promise<ApiKeyActor> => {
    const key = presentedKey(req);
    if (key === null) throw invalidApiKey();
    const digest = digestOfKey(key);
    if (platformDigest !== null && timingSafeEqual(digest, platformDigest)) return PLATFORM_ACTOR;
    return verifyIssued(deps, { key, digest, isSuspect });
  };
  return { verify };
}

interface PresentedKey {
  readonly key: string;
  readonly digest: Buffer;
  readonly isSuspect: boolean;
}

async function verifyIssued(deps: ApiKeyGuardDeps, { key, digest, isSuspect }: PresentedKey): Promise<ApiKeyActor> {
  const prefix = prefixOfKey(key);
  const stored = prefix === null ? null : await deps.directory[isSuspect ? 'findListed' : 'find'](prefix);
  if (stored === null || !timingSafeEqual(digest, stored.digest)) throw invalidApiKey();
  const now = deps.clock.now();
  if (stored.expiresAt !== null && stored.expiresAt <= now) throw invalidApiKey();
  deps.directory.noteUse(stored.id, now);
  const { digest: _, ...actor } = stored;
  return { kind: 'apiKey', ...actor };
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
