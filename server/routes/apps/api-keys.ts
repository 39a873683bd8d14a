import { createApiKey, listApiKeys, revokeApiKey } from '../../controllers/apps/api-keys.ts';
import { del, get, post } from '../../platform/http/endpoint.ts';
import { ApiKeyCreate, ApiKeyList, ApiKeyParams, ApiKeysQuery, IssuedApiKeyBody } from '../../schemas/apps/api-keys.ts';

const access = { auth: 'manager', reach: 'own', role: 'admin', limit: 'admin' } as const;

export const endpoints = [
  get(
    '/admin/api-keys',
    { ...access, query: ApiKeysQuery, reply: ApiKeyList, summary: 'The API keys that are not revoked, newest first' },
    listApiKeys,
  ),
  post(
    '/admin/api-keys',
    {
      ...access,
      tenant: true,
      body: ApiKeyCreate,
      reply: IssuedApiKeyBody,
      status: 201,
      summary: 'Issue an API key',
      description:
        'Only this reply shows the key. A key cannot issue a scope that it lacks itself. Without `projectId` an owner issues a key of the ' +
        'project of `X-Project-ID`, else of the own one; a key of all projects needs `projectId: null`.',
    },
    createApiKey,
  ),
  del(
    '/admin/api-keys/:id',
    {
      ...access,
      params: ApiKeyParams,
      reply: null,
      status: 204,
      refusals: ['404 api_key_not_found'],
      summary: 'Revoke an API key and all keys that were issued with it',
      description: 'A key of a project revokes itself and the keys that it issued; other keys need an operator, or a key of all projects.',
    },
    revokeApiKey,
  ),
];
