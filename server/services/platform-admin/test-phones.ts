import { TestPhone } from '../../../models/platform-admin/TestPhone.ts';
import { requirePhone } from '../../domain/phone.ts';
import type { Database } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { conflict, notFound, validationError } from '../../platform/errors.ts';
import type { PlatformAdmin } from './platform-admin.ts';
import { findProject } from './projects.ts';

export interface NewTestPhone {
  phone: string;
  code: string;
  expiresAt?: Date | null;
}

const MAX_PER_PROJECT = 10;

/** The test phones of a project, including expired ones, oldest first. @throws ApiError 404 `project_not_found` */
export async function listTestPhones(db: Database, projectId: number): Promise<TestPhone[]> {
  await findProject(db, projectId);
  return db.model(TestPhone).findAll({ where: { projectId }, order: [['id', 'ASC']] });
}

/**
 * Creates a test phone. The project's row is locked, so that there are never more than ten, including configured ones; expired ones count
 * until they are deleted.
 * @throws ApiError 400 `invalid_phone`, 404 `project_not_found`, 409 `test_phone_exists`, 409 `test_phone_limit`
 */
export async function createTestPhone(admin: PlatformAdmin, projectId: number, values: NewTestPhone, now: Date): Promise<TestPhone> {
  const { code, expiresAt = null } = values;
  const phone = requirePhone(values.phone);
  if (expiresAt !== null && expiresAt <= now) throw validationError([{ field: 'expiresAt', message: 'expiresAt must be in the future' }]);
  return inTransaction(admin.db, async () => {
    await findProject(admin.db, projectId, { lock: true });
    const existing = await admin.db.model(TestPhone).findAll({ where: { projectId } });
    if (existing.some((other) => other.phone === phone))
      throw conflict('test_phone_exists', 'This phone is already a test phone of the project.');
    const all = new Set([...existing.map((other) => other.phone), ...configuredOf(admin, projectId), phone]);
    if (all.size > MAX_PER_PROJECT) throw conflict('test_phone_limit', `A project has at most ${MAX_PER_PROJECT} test phones.`);
    return admin.db.model(TestPhone).create({ projectId, phone, code, expiresAt });
  });
}

function configuredOf(admin: PlatformAdmin, projectId: number): readonly string[] {
  const { configuredTestPhones: configured } = admin;
  return projectId === configured.projectId ? configured.phones : [];
}

/** @throws ApiError 400 `invalid_phone`, 404 `project_not_found`, 404 `test_phone_not_found` */
export async function deleteTestPhone(db: Database, projectId: number, typed: string): Promise<void> {
  const phone = requirePhone(typed);
  await findProject(db, projectId);
  const deleted = await db.model(TestPhone).destroy({ where: { projectId, phone } });
  if (deleted === 0) throw notFound('test_phone');
}

/** The fixed code of a test phone; null when the project has no such phone or it has expired. `phone` is in E.164. */
export async function findTestCode(db: Database, projectId: number, phone: string, now: Date): Promise<string | null> {
  const found = await db.model(TestPhone).findOne({ where: { projectId, phone } });
  const isLive = found !== null && (found.expiresAt === null || found.expiresAt > now);
  return isLive ? found.code : null;
}
