import { TestPhone } from '../../../models/platform-admin/TestPhone.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { conflict, notFound, validationError } from '../../platform/errors.ts';
import { requirePhone } from '../../platform/phone.ts';
import { findProject } from './projects.ts';

export interface NewTestPhone {
  phone: string;
  code: string;
  expiresAt?: Date | null;
}

const MAX_PER_PROJECT = 10;

/** Those of `TEST_PHONES`, which are no rows but count like the others of their project. */
let configured: { readonly projectId: number; readonly phones: readonly string[] } = { projectId: 0, phones: [] };

/** Called once at start. `phones` in E.164. */
export function useConfiguredTestPhones(projectId: number, phones: readonly string[]): void {
  configured = { projectId, phones };
}

/** The test phones of a project, oldest first, expired ones too. @throws ApiError 404 `project_not_found` */
export async function listTestPhones(projectId: number): Promise<TestPhone[]> {
  await findProject(projectId);
  return TestPhone.findAll({ where: { projectId }, order: [['id', 'ASC']] });
}

/**
 * The project's row is locked, so that there are never more than ten, configured ones among them; expired ones count until they are
 * deleted.
 * @throws ApiError 400 `invalid_phone`, 404 `project_not_found`, 409 `test_phone_exists`, 409 `test_phone_limit`
 */
export async function createTestPhone(projectId: number, values: NewTestPhone, now: Date): Promise<TestPhone> {
  const { code, expiresAt = null } = values;
  const phone = requirePhone(values.phone);
  if (expiresAt !== null && expiresAt <= now) throw validationError([{ field: 'expiresAt', message: 'expiresAt must be in the future' }]);
  return inTransaction(async () => {
    await findProject(projectId, { lock: true });
    const existing = await TestPhone.findAll({ where: { projectId } });
    if (existing.some((other) => other.phone === phone))
      throw conflict('test_phone_exists', 'This phone is a test phone of the project already.');
    const all = new Set([...existing.map((other) => other.phone), ...configuredOf(projectId), phone]);
    if (all.size > MAX_PER_PROJECT) throw conflict('test_phone_limit', `A project has at most ${MAX_PER_PROJECT} test phones.`);
    return TestPhone.create({ projectId, phone, code, expiresAt });
  });
}

function configuredOf(projectId: number): readonly string[] {
  return projectId === configured.projectId ? configured.phones : [];
}

/** @throws ApiError 400 `invalid_phone`, 404 `project_not_found`, 404 `test_phone_not_found` */
export async function deleteTestPhone(projectId: number, typed: string): Promise<void> {
  const phone = requirePhone(typed);
  await findProject(projectId);
  const deleted = await TestPhone.destroy({ where: { projectId, phone } });
  if (deleted === 0) throw notFound('test_phone');
}

/** The code that this phone always answers to; null when it is none of the project's live test phones. `phone` is in E.164. */
export async function findTestCode(projectId: number, phone: string, now: Date): Promise<string | null> {
  const found = await TestPhone.findOne({ where: { projectId, phone } });
  const isLive = found !== null && (found.expiresAt === null || found.expiresAt > now);
  return isLive ? found.code : null;
}
