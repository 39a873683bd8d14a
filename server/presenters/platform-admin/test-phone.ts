import type { TestPhone } from '../../../models/platform-admin/TestPhone.ts';
import type { TestPhoneBody } from '../../schemas/platform-admin/test-phones.ts';

export function presentTestPhone(testPhone: TestPhone): TestPhoneBody {
  const { phone, code, expiresAt, projectId, createdAt } = testPhone;
  return { phone, code, expiresAt: expiresAt?.toISOString() ?? null, projectId, createdAt: createdAt.toISOString() };
}
