import type { Handler } from '../../platform/http/endpoint.ts';
import { created, noContent, ok } from '../../platform/http/reply.ts';
import { presentApiKey, presentIssuedApiKey } from '../../presenters/apps/api-key.ts';
import type { ApiKeyCreate, ApiKeyParams } from '../../schemas/apps/api-keys.ts';
import * as apiKeys from '../../services/apps/api-keys.ts';

export const listApiKeys: Handler<unknown, unknown, unknown> = async () => {
  const found = await apiKeys.listApiKeys();
  return ok(found.map(presentApiKey));
};

export const createApiKey: Handler<unknown, unknown, ApiKeyCreate> = async (ctx, { body }) => {
  const { apiKey, key } = await apiKeys.createApiKey(ctx.actor, body, ctx.now);
  return created(presentIssuedApiKey(apiKey, key));
};

export const revokeApiKey: Handler<ApiKeyParams, unknown, unknown> = async (ctx, { params }) => {
  await apiKeys.revokeApiKey(params.id, ctx.now);
  return noContent();
};
