import type { Handler } from '../../platform/http/endpoint.ts';
import { ok } from '../../platform/http/reply/reply.ts';
import { presentPublicConfig } from '../../presenters/auth/public-config.ts';
import type { PublicConfigParams } from '../../schemas/auth/public-config.ts';
import type { Auth } from '../../services/auth/auth.ts';
import * as publicConfig from '../../services/auth/public-config.ts';

export const getPublicConfig: Handler<PublicConfigParams, unknown, unknown, Auth> = async (ctx, { params }) => {
  const config = await publicConfig.showPublicConfig(ctx.service, params.projectId);
  return ok(presentPublicConfig(config));
};
