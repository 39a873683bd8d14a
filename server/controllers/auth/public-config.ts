import type { Handler } from '../../platform/http/endpoint.ts';
import { ok } from '../../platform/http/reply.ts';
import { presentPublicConfig } from '../../presenters/auth/public-config.ts';
import type { PublicConfigParams } from '../../schemas/auth/public-config.ts';
import * as publicConfig from '../../services/auth/public-config.ts';

export const showPublicConfig: Handler<PublicConfigParams, unknown, unknown> = async (_ctx, { params }) => {
  const config = await publicConfig.showPublicConfig(params.projectId);
  return ok(presentPublicConfig(config));
};
