import type { Handler } from '../../platform/http/endpoint.ts';
import { created, ok } from '../../platform/http/reply.ts';
import { presentOperator } from '../../presenters/platform-admin/operator.ts';
import type { OperatorCreate, OperatorParams, OperatorPatch } from '../../schemas/platform-admin/operators.ts';
import type { ProjectParams } from '../../schemas/platform-admin/projects.ts';
import * as operators from '../../services/platform-admin/operators.ts';

export const listOperators: Handler<ProjectParams, unknown, unknown> = async (_ctx, { params }) => {
  const found = await operators.listOperators(params.id);
  return ok(found.map(presentOperator));
};

export const createOperator: Handler<ProjectParams, unknown, OperatorCreate> = async (ctx, { params, body }) => {
  const operator = await operators.createOperator(params.id, body, ctx.now);
  return created(presentOperator(operator));
};

export const updateOperator: Handler<OperatorParams, unknown, OperatorPatch> = async (ctx, { params, body }) => {
  const operator = await operators.updateOperator({ projectId: params.id, operatorId: params.operatorId }, body, ctx.now);
  return ok(presentOperator(operator));
};
