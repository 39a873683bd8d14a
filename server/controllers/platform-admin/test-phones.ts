import type { Handler } from '../../platform/http/endpoint.ts';
import { created, noContent, ok } from '../../platform/http/reply/reply.ts';
import { presentConfiguredTestPhone, presentTestPhone, withoutCode } from '../../presenters/platform-admin/test-phone.ts';
import type { ProjectParams } from '../../schemas/platform-admin/projects.ts';
import type { TestPhoneParams } from '../../schemas/platform-admin/test-phones.ts';
import type { PlatformAdmin } from '../../services/platform-admin/platform-admin.ts';
import * as testPhones from '../../services/platform-admin/test-phones.ts';

export const listTestPhones: Handler<ProjectParams, unknown, unknown, PlatformAdmin> = async (ctx, { params }) => {
  const stored = await testPhones.listTestPhones(ctx.db, params.id);
  const configured = testPhones.configuredTestPhones(ctx.service, params.id);
  const phones = [...configured.map((phone) => presentConfiguredTestPhone(params.id, phone)), ...stored.map(presentTestPhone)];
  const maySignIn = ctx.actor.kind !== 'apiKey' || ctx.actor.scopes.includes('write');
  return ok(maySignIn ? phones : phones.map(withoutCode));
};

export const createTestPhone: Handler<ProjectParams, unknown, testPhones.NewTestPhone, PlatformAdmin> = async (ctx, { params, body }) => {
  const testPhone = await testPhones.createTestPhone(ctx.service, ctx, params.id, body);
  return created(presentTestPhone(testPhone));
};

export const deleteTestPhone: Handler<TestPhoneParams, unknown, unknown, PlatformAdmin> = async (ctx, { params }) => {
  await testPhones.deleteTestPhone(ctx.service, ctx, params.id, params.phone);
  return noContent();
};
