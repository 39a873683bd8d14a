import type { Handler } from '../../platform/http/endpoint.ts';
import { created, noContent, ok } from '../../platform/http/reply.ts';
import { presentTestPhone } from '../../presenters/platform-admin/test-phone.ts';
import type { ProjectParams } from '../../schemas/platform-admin/projects.ts';
import type { TestPhoneCreate, TestPhoneParams } from '../../schemas/platform-admin/test-phones.ts';
import * as testPhones from '../../services/platform-admin/test-phones.ts';

export const listTestPhones: Handler<ProjectParams, unknown, unknown> = async (_ctx, { params }) => {
  const found = await testPhones.listTestPhones(params.id);
  return ok(found.map(presentTestPhone));
};

export const createTestPhone: Handler<ProjectParams, unknown, TestPhoneCreate> = async (ctx, { params, body }) => {
  const testPhone = await testPhones.createTestPhone(params.id, body, ctx.now);
  return created(presentTestPhone(testPhone));
};

export const deleteTestPhone: Handler<TestPhoneParams, unknown, unknown> = async (_ctx, { params }) => {
  await testPhones.deleteTestPhone(params.id, params.phone);
  return noContent();
};
