import type { ApiKey } from '../../../models/apps/ApiKey.ts';
import type { ApiKeyBody, IssuedApiKeyBody } from '../../schemas/apps/api-keys.ts';

export function presentApiKey(apiKey: ApiKey): ApiKeyBody {
  const { id, name, prefix, expiresAt, lastUsedAt, createdAt } = apiKey;
  return {
    id,
    name,
    prefix,
    scopes: apiKey.scopes.split(',') as ApiKeyBody['scopes'],
    apps: apiKey.apps === null ? null : (JSON.parse(apiKey.apps) as string[]),
    expiresAt: expiresAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}

/** With the key, which nobody sees again. */
export function presentIssuedApiKey(apiKey: ApiKey, key: string): IssuedApiKeyBody {
  return { ...presentApiKey(apiKey), key };
}
