import type { ApiKeyBody, IssuedApiKeyBody } from '../../schemas/apps/api-keys.ts';
import type { ApiKeyRecord } from '../../services/apps/api-key-record.ts';

export function presentApiKey(apiKey: ApiKeyRecord): ApiKeyBody {
  const { id, name, prefix, scopes, projectId, apps, parentId, expiresAt, lastUsedAt, createdAt } = apiKey;
  return {
    id,
    name,
    prefix,
    scopes,
    projectId,
    apps,
    parentId,
    expiresAt: expiresAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}

/** Includes the key, which no other reply shows. */
export function presentIssuedApiKey(apiKey: ApiKeyRecord, key: string): IssuedApiKeyBody {
  return { ...presentApiKey(apiKey), key };
}
