// Raw SQL: every code that is sent or checked asks for the code of a test phone.
import { TestPhone } from '../../../models/platform-admin/TestPhone.ts';
import { requirePhone } from '../../domain/phone.ts';
import type { Act } from '../../platform/context.ts';
import type { Database } from '../../platform/db/database.ts';
import { selectRows } from '../../platform/db/statements/sql.ts';
import { withTenant } from '../../platform/db/tenancy/with-tenant.ts';
import { inTransaction } from '../../platform/db/transactions/transaction.ts';
import { conflict, notFound, validationError } from '../../platform/errors.ts';
import { maskPhone } from '../../platform/mask.ts';
import type { ConfiguredTestPhone, PlatformAdmin } from './platform-admin.ts';
import { auditProject, findProject } from './projects.ts';

export interface NewTestPhone {
  phone: string;
  code: string;
  expiresAt?: Date | null;
}

const MAX_PER_PROJECT = 10;

/** The stored test phones of a project, including expired ones, oldest first. @throws ApiError 404 `project_not_found` */
export async function listTestPhones(db: Database, projectId: number): Promise<TestPhone[]> {
  await findProject(db, projectId);
  return db.model(TestPhone).findAll({ where: { projectId }, order: [['id', 'ASC']] });
}

/**
 * Creates a test phone. The project's row is locked, so that there are never more than ten, including configured ones; expired ones count
 * until they are deleted.
 * @throws ApiError 400 `invalid_phone`, 404 `project_not_found`, 409 `test_phone_exists`, 409 `test_phone_limit`
 */
export async function createTestPhone(admin: PlatformAdmin, act: Act, projectId: number, values: NewTestPhone): Promise<TestPhone> {
  const { code, expiresAt = null } = values;
  const phone = requirePhone(values.phone);
  if (expiresAt !== null && expiresAt <= act.now)
    throw validationError([{ field: 'expiresAt', message: 'expiresAt must be in the future' }]);
  return inTransaction(admin.db, async () => {
    await findProject(admin.db, projectId, { lock: true });
    const existing = await admin.db.model(TestPhone).findAll({ where: { projectId } });
    if (existing.some((other) => other.phone === phone))
      throw conflict('test_phone_exists', 'This phone is already a test phone of the project.');
    const all = new Set([
      ...existing.map((other) => other.phone),
      ...configuredTestPhones(admin, projectId).map((other) => other.phone),
      phone,
    ]);
    if (all.size > MAX_PER_PROJECT) throw conflict('test_phone_limit', `A project has at most ${MAX_PER_PROJECT} test phones.`);
    await auditTestPhone(admin, act, projectId, { phone, action: 'test_phone.created', details: { after: { expiresAt } } });
    return admin.db.model(TestPhone).create({ projectId, phone, code, expiresAt });
  });
}

/** The test phones that `TEST_PHONES` gives to a project. */
export function configuredTestPhones(admin: PlatformAdmin, projectId: number): readonly ConfiguredTestPhone[] {
  const { configuredTestPhones: configured } = admin;
  return projectId === configured.projectId ? configured.phones : [];
}

/** @throws ApiError 400 `invalid_phone`, 404 `project_not_found`, 404 `test_phone_not_found` */
export async function deleteTestPhone(admin: PlatformAdmin, act: Act, projectId: number, typed: string): Promise<void> {
  const { db } = admin;
  const phone = requirePhone(typed);
  await findProject(db, projectId);
  await inTransaction(db, async () => {
    const testPhone = await db.model(TestPhone).findOne({ where: { projectId, phone }, lock: true });
    if (testPhone === null) throw notFound('test_phone');
    const { expiresAt } = testPhone;
    await auditTestPhone(admin, act, projectId, { phone, action: 'test_phone.deleted', details: { before: { expiresAt } } });
    await testPhone.destroy();
  });
}

interface TestPhoneEvent {
  readonly phone: string;
  readonly action: string;
  readonly details: Readonly<Record<string, unknown>>;
}

function auditTestPhone(admin: PlatformAdmin, act: Act, projectId: number, { phone, ...event }: TestPhoneEvent): Promise<void> {
  return auditProject(admin, act, { id: projectId }, { ...event, subject: `test_phone:${maskPhone(phone)}` });
}

const LIVE_CODE = `SELECT code FROM test_phones WHERE project_id = :projectId AND phone = :phone
 AND (expires_at IS NULL OR expires_at > :now)`;

/** The fixed code of a test phone; null when the project has no such phone or it has expired. `phone` is in E.164. */
export async function findTestCode(db: Database, projectId: number, phone: string, now: Date): Promise<string | null> {
  const [live] = await selectRows<{ code: string }>(withTenant(db, projectId), LIVE_CODE, { phone, now });
  return live?.code ?? null;
}
