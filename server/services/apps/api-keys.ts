import { ApiKey } from '../../../models/apps/ApiKey.ts';
import { App } from '../../../models/apps/App.ts';
import type { Scope } from '../../platform/auth/api-key-guard.ts';
import type { Actor } from '../../platform/context.ts';
import { generateApiKey } from '../../platform/crypto/api-key.ts';
import { isUniqueViolation } from '../../platform/db/errors.ts';
import { type Fault, notFound, permissionDenied, validationError } from '../../platform/errors.ts';
import { forgetApiKey } from './api-key-directory.ts';

export interface NewApiKey {
  name: string;
  scopes: readonly Scope[];
  apps?: readonly string[] | null;
  expiresAt?: Date | null;
}

export interface IssuedApiKey {
  readonly apiKey: ApiKey;
  /** Shown once. */
  readonly key: string;
}

const ALL_SCOPES: readonly Scope[] = ['read', 'write'];
const MAX_TRIES = 3;

/** The keys that are not revoked, expired ones too, newest first. */
export function listApiKeys(): Promise<ApiKey[]> {
  return ApiKey.findAll({
    where: { revokedAt: null },
    order: [
      ['createdAt', 'DESC'],
      ['id', 'DESC'],
    ],
  });
}

/** @throws ApiError 403 for a scope that the asking key lacks, 400 for an unknown app or a passed expiry */
export async function createApiKey(actor: Actor, values: NewApiKey, now: Date): Promise<IssuedApiKey> {
  requireOwnScopes(actor, values.scopes);
  const faults = [...(await unknownApps(values.apps ?? [])), ...expiryFaults(values.expiresAt ?? null, now)];
  if (faults.length > 0) throw validationError(faults);
  return issue(values);
}

/** Dead at once in this process, within 2 s in the others. @throws ApiError 404 `api_key_not_found`, also when it was revoked before */
export async function revokeApiKey(id: number, now: Date): Promise<void> {
  const apiKey = await ApiKey.findOne({ where: { id, revokedAt: null } });
  if (apiKey === null) throw notFound('api_key');
  const [revoked] = await ApiKey.update({ revokedAt: now }, { where: { id, revokedAt: null } });
  forgetApiKey(apiKey.prefix);
  if (revoked === 0) throw notFound('api_key');
}

/** The key of a first start, with every scope and without an end. */
export async function createFirstKey(name: string): Promise<string> {
  const { key } = await issue({ name, scopes: ALL_SCOPES });
  return key;
}

/** How many keys were ever issued; 0 on a first start. */
export function countApiKeys(): Promise<number> {
  return ApiKey.count();
}

/** A key must not make itself a stronger one. */
function requireOwnScopes(actor: Actor, scopes: readonly Scope[]): void {
  const own: readonly Scope[] = actor.kind === 'apiKey' ? actor.scopes : [];
  const lacking = scopes.find((scope) => !own.includes(scope));
  if (lacking !== undefined) throw permissionDenied(`This API key lacks the scope ${lacking} and cannot give it.`);
}

async function unknownApps(slugs: readonly string[]): Promise<Fault[]> {
  if (slugs.length === 0) return [];
  const apps = await App.findAll({ where: { slug: [...slugs] }, attributes: ['slug'] });
  const known = new Set(apps.map((app) => app.slug));
  return slugs.flatMap((slug, index) =>
    known.has(slug) ? [] : [{ field: `apps[${index}]`, message: `apps[${index}] is not the slug of an app` }],
  );
}

function expiryFaults(expiresAt: Date | null, now: Date): Fault[] {
  return expiresAt !== null && expiresAt <= now ? [{ field: 'expiresAt', message: 'expiresAt must be in the future' }] : [];
}

async function issue({ name, scopes, apps = null, expiresAt = null }: NewApiKey): Promise<IssuedApiKey> {
  for (let attempt = 1; ; attempt += 1) {
    const { key, prefix, digest } = generateApiKey();
    const list = apps === null ? null : JSON.stringify(apps);
    try {
      const apiKey = await ApiKey.create({ name, prefix, digest: digest.toString('hex'), scopes: inOrder(scopes), apps: list, expiresAt });
      forgetApiKey(prefix);
      return { apiKey, key };
    } catch (error) {
      // a prefix has 32 bits: with many keys one may be there already
      if (attempt === MAX_TRIES || !isUniqueViolation(error)) throw error;
    }
  }
}

function inOrder(scopes: readonly Scope[]): string {
  return ALL_SCOPES.filter((scope) => scopes.includes(scope)).join(',');
}
