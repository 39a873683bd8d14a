import { Op } from 'sequelize';
import { User } from '../../../models/auth/User.ts';
import { type CodeUse, digestOfCode, isSameDigest } from '../../platform/crypto/one-time-code.ts';
import { authSetup } from './setup.ts';

/** Whether the phone is a live test phone of the project: nothing is sent to it, and its fixed code is always accepted. */
export async function isTestPhone(projectId: number, phone: string, now: Date): Promise<boolean> {
  return (await testCodeOf(projectId, phone, now)) !== null;
}

/** Whether this is the fixed code of a live test phone. */
export async function isTestCode(use: CodeUse, code: string, now: Date): Promise<boolean> {
  const fixed = await testCodeOf(use.projectId, use.phone, now);
  if (fixed === null) return false;
  const { secrets } = authSetup();
  return isSameDigest(digestOfCode(secrets, use, code), digestOfCode(secrets, use, fixed));
}

/** Of the project's own list, or for the default project of the configuration. null for who is more than a customer. */
async function testCodeOf(projectId: number, phone: string, now: Date): Promise<string | null> {
  const { config, findTestCode } = authSetup();
  if (!config.testPhones.enabled) return null;
  const code = (await findTestCode(projectId, phone, now)) ?? seededCode(projectId, phone);
  if (code === null) return null;
  // a code that many know must not open the account of who may do more
  const powerful = await User.count({ where: { projectId, phoneKey: phone, role: { [Op.ne]: 'customer' } } });
  return powerful === 0 ? code : null;
}

function seededCode(projectId: number, phone: string): string | null {
  const { config } = authSetup();
  if (projectId !== config.defaultProjectId) return null;
  return config.testPhones.seeded.find((seeded) => seeded.phone === phone)?.code ?? null;
}
