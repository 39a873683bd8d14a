import type { Handler } from '../../platform/http/endpoint.ts';
import { created, ok } from '../../platform/http/reply/reply.ts';
import { presentOperator } from '../../presenters/platform-admin/operator.ts';
import type { OperatorParams } from '../../schemas/platform-admin/operators.ts';
import type { ProjectParams } from '../../schemas/platform-admin/projects.ts';
import * as locks from '../../services/platform-admin/operators/operator-locks.ts';
import { resetTotp } from '../../services/platform-admin/operators/operator-totp.ts';
import * as operators from '../../services/platform-admin/operators/operators.ts';
import type { PlatformAdmin } from '../../services/platform-admin/platform-admin.ts';

export const listOperators: Handler<ProjectParams, unknown, unknown, PlatformAdmin> = async (ctx, { params }) => {
  const found = await operators.listOperators(ctx.db, params.id);
  return ok(found.map(presentOperator));
};

export const createOperator: Handler<ProjectParams, unknown, operators.NewOperator, PlatformAdmin> = async (ctx, { params, body }) => {
  const operator = await operators.createOperator(ctx.service, ctx, params.id, body);
  return created(presentOperator(operator));
};

export const updateOperator: Handler<OperatorParams, unknown, operators.OperatorPatch, PlatformAdmin> = async (ctx, { params, body }) => {
  const operator = await operators.updateOperator(ctx.service, ctx, { projectId: params.id, operatorId: params.operatorId }, body);
  return ok(presentOperator(operator));
};

export const resetOperatorTotp: Handler<OperatorParams, unknown, unknown, PlatformAdmin> = async (ctx, { params }) => {
  const operator = await resetTotp(ctx.service, ctx, { projectId: params.id, operatorId: params.operatorId });
  return ok(presentOperator(operator));
};

export const unlockOperator: Handler<OperatorParams, unknown, unknown, PlatformAdmin> = async (ctx, { params }) => {
  const operator = await locks.unlockOperator(ctx.service, ctx, { projectId: params.id, operatorId: params.operatorId });
  return ok(presentOperator(operator));
};
