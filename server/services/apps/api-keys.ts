import { ApiKey } from '../../../models/apps/ApiKey.ts';
import { App } from '../../../models/apps/App.ts';
import type { Scope } from '../../platform/auth/api-key-guard.ts';
import type { Actor } from '../../platform/context.ts';
import { generateApiKey } from '../../platform/crypto/api-key.ts';
import type { Database } from '../../platform/db/database.ts';
import { isUniqueViolation } from '../../platform/db/errors.ts';
import { type Fault, notFound, permissionDenied, validationError } from '../../platform/errors.ts';
import { ALL_SCOPES, type ApiKeyRecord, scopesColumn, toApiKeyRecord } from './api-key-record.ts';
import type { Apps } from './apps-service.ts';

export interface NewApiKey {
  name: string;
  scopes: Scope[];
  apps?: string[] | null;
  expiresAt?: Date | null;
}

export interface IssuedApiKey {
  readonly apiKey: ApiKeyRecord;
  /** Shown once. */
  readonly key: string;
}

const MAX_TRIES = 3;

/** The keys that are not revoked, including expired ones, newest first. */
export async function listApiKeys(db: Database): Promise<ApiKeyRecord[]> {
  const apiKeys = await db.model(ApiKey).findAll({
    where: { revokedAt: null },
    order: [
      ['createdAt', 'DESC'],
      ['id', 'DESC'],
    ],
  });
  return apiKeys.map(toApiKeyRecord);
}

/** @throws ApiError 403 for a scope that the caller's key lacks, 400 for an unknown app or an expiry in the past */
export async function createApiKey(apps: Apps, actor: Actor, values: NewApiKey, now: Date): Promise<IssuedApiKey> {
  requireOwnScopes(actor, values.scopes);
  const faults = [...(await unknownApps(apps.db, values.apps ?? [])), ...expiryFaults(values.expiresAt ?? null, now)];
  if (faults.length > 0) throw validationError(faults);
  return issue(apps, values);
}

/** The key stops working at once in this process, within 2 s in the others. @throws ApiError 404 `api_key_not_found`, also for a key that was revoked before */
export async function revokeApiKey(apps: Apps, id: number, now: Date): Promise<void> {
  const apiKey = await apps.db.model(ApiKey).findOne({ where: { id, revokedAt: null } });
  if (apiKey === null) throw notFound('api_key');
  const [revoked] = await apps.db.model(ApiKey).update({ revokedAt: now }, { where: { id, revokedAt: null } });
  apps.apiKeys.forget(apiKey.prefix);
  if (revoked === 0) throw notFound('api_key');
}

/** The API key of a first start: every scope, no expiry. */
export async function createFirstKey(apps: Apps, name: string): Promise<string> {
  const { key } = await issue(apps, { name, scopes: [...ALL_SCOPES] });
  return key;
}

/** The number of keys that were ever issued; 0 on a first start. */
export function countApiKeys(db: Database): Promise<number> {
  return db.model(ApiKey).count();
}

/** A key must not issue a stronger key than itself. */
function requireOwnScopes(actor: Actor, scopes: readonly Scope[]): void {
  const own: readonly Scope[] = actor.kind === 'apiKey' ? actor.scopes : [];
  const lacking = scopes.find((scope) => !own.includes(scope));
  if (lacking !== undefined) throw permissionDenied(`This API key lacks the scope ${lacking} and cannot grant it.`);
}

async function unknownApps(db: Database, slugs: readonly string[]): Promise<Fault[]> {
  if (slugs.length === 0) return [];
  const apps = await db.model(App).findAll({ where: { slug: [...slugs] }, attributes: ['slug'] });
  const known = new Set(apps.map((app) => app.slug));
  return slugs.flatMap((slug, index) =>
    known.has(slug) ? [] : [{ field: `apps[${index}]`, message: `apps[${index}] is not the slug of an app` }],
  );
}

function expiryFaults(expiresAt: Date | null, now: Date): Fault[] {
  return expiresAt !== null && expiresAt <= now ? [{ field: 'expiresAt', message: 'expiresAt must be in the future' }] : [];
}

async function issue({ db, apiKeys }: Apps, values: NewApiKey): Promise<IssuedApiKey> {
  const { name, expiresAt = null } = values;
  const scopes = scopesColumn(values.scopes);
  const apps = values.apps ? JSON.stringify(values.apps) : null;
  for (let attempt = 1; ; attempt += 1) {
    const { key, prefix, digest } = generateApiKey();
    try {
      const apiKey = await db.model(ApiKey).create({ name, prefix, digest: digest.toString('hex'), scopes, apps, expiresAt });
      apiKeys.forget(prefix);
      return { apiKey: toApiKeyRecord(apiKey), key };
    } catch (error) {
      // a prefix has 32 bits, so another key may already have it
      if (attempt === MAX_TRIES || !isUniqueViolation(db, error)) throw error;
    }
  }
}
