import type { TestPhone } from '../../../models/platform-admin/TestPhone.ts';
import type { TestPhoneBody } from '../../schemas/platform-admin/test-phones.ts';
import type { ConfiguredTestPhone } from '../../services/platform-admin/platform-admin.ts';

export function presentTestPhone(testPhone: TestPhone): TestPhoneBody {
  const { phone, code, expiresAt, projectId, createdAt } = testPhone;
  return { phone, code, source: 'database', expiresAt: expiresAt?.toISOString() ?? null, projectId, createdAt: createdAt.toISOString() };
}

/** For a caller who may not sign in as a user: with the code anyone can. */
export function withoutCode(testPhone: TestPhoneBody): TestPhoneBody {
  return { ...testPhone, code: null };
}

export function presentConfiguredTestPhone(projectId: number, { phone, code }: ConfiguredTestPhone): TestPhoneBody {
  return { phone, code, source: 'environment', expiresAt: null, projectId, createdAt: null };
}
