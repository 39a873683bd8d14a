import type { Handler } from '../../platform/http/endpoint.ts';
import { created, noContent, ok } from '../../platform/http/reply/reply.ts';
import { presentApiKey, presentIssuedApiKey } from '../../presenters/apps/api-key.ts';
import type { ApiKeyParams, ApiKeysQuery } from '../../schemas/apps/api-keys.ts';
import * as apiKeys from '../../services/apps/api-keys.ts';
import type { Apps } from '../../services/apps/apps-service.ts';

export const listApiKeys: Handler<unknown, ApiKeysQuery, unknown, Apps> = async (ctx, { query }) => {
  const found = await apiKeys.listApiKeys(ctx.db, ctx.actor, query.projectId);
  return ok(found.map(presentApiKey));
};

export const createApiKey: Handler<unknown, unknown, apiKeys.NewApiKey, Apps> = async (ctx, { body }) => {
  const { apiKey, key } = await apiKeys.createApiKey(ctx.service, ctx, apiKeys.withProject(ctx, body));
  return created(presentIssuedApiKey(apiKey, key));
};

export const revokeApiKey: Handler<ApiKeyParams, unknown, unknown, Apps> = async (ctx, { params }) => {
  await apiKeys.revokeApiKey(ctx.service, ctx, params.id);
  return noContent();
};
