import { Op } from 'sequelize';
import { User } from '../../../../models/auth/User.ts';
import { digestOfCode, isSameDigest } from '../../../platform/crypto/one-time-code.ts';
import type { Auth, AuthCall } from '../auth.ts';
import type { PhoneOfProject } from './delete-phone-data.ts';
import type { ClearCode } from './stored-codes.ts';

/** Whether the phone is a live test phone of the project: no code is sent to it, and its fixed code is always accepted. */
export async function isTestPhone(call: AuthCall, phone: PhoneOfProject): Promise<boolean> {
  return (await testCodeOf(call, phone)) !== null;
}

/** Whether this is the fixed code of a live test phone. */
export async function isTestCode(call: AuthCall, code: ClearCode): Promise<boolean> {
  const fixed = await testCodeOf(call, code);
  if (fixed === null) return false;
  const { secrets } = call.service;
  return isSameDigest(digestOfCode(secrets, code, code.code), digestOfCode(secrets, code, fixed));
}

/** From the list of the project or, for the default project, from the configuration; null when the user is more than a customer. */
async function testCodeOf({ service: auth, now }: AuthCall, { projectId, phone }: PhoneOfProject): Promise<string | null> {
  if (!auth.config.testPhones.enabled) return null;
  const code = (await auth.findTestCode(projectId, phone, now)) ?? configuredCode(auth, projectId, phone);
  if (code === null) return null;
  // many people know the code: it must not open an account with more rights
  const privileged = await auth.db.model(User).count({ where: { projectId, phoneKey: phone, role: { [Op.ne]: 'customer' } } });
  return privileged === 0 ? code : null;
}

function configuredCode({ config }: Auth, projectId: number, phone: string): string | null {
  if (projectId !== config.defaultProjectId) return null;
  return config.testPhones.seeded.find((seeded) => seeded.phone === phone)?.code ?? null;
}
