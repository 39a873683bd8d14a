import { Op } from 'sequelize';
import { AttemptLock } from '../../../../models/auth/AttemptLock.ts';
import { CodeMessage } from '../../../../models/auth/CodeMessage.ts';
import { DeviceCode, OtpCode } from '../../../../models/auth/OtpCode.ts';
import { DeviceSend, OtpSend } from '../../../../models/auth/OtpSend.ts';
import { SentCode } from '../../../../models/auth/SentCode.ts';
import { PHONE_KINDS } from '../attempts/lock-key.ts';
import type { AuthDeps } from '../auth.ts';
import { phoneDigest } from './messages/phone-digest.ts';

export interface PhoneOfProject {
  readonly projectId: number;
  /** E.164. */
  readonly phone: string;
}

type PhoneOwner = Pick<AuthDeps, 'db' | 'secrets'>;

const SENDS = [OtpSend, DeviceSend];
const CODES = [OtpCode, DeviceCode];
/** The columns by which the locks of a phone name it: those of known devices name it as their account. */
const NAMED_BY = ['subject', 'account'] as const;

/** Deletes what is stored about a phone beside its user: cooldowns, codes, failures and locks. Joins the caller's transaction. */
export async function deletePhoneData({ db, secrets }: PhoneOwner, { projectId, phone }: PhoneOfProject): Promise<void> {
  for (const model of SENDS) await db.model(model).destroy({ where: { projectId, phone } });
  for (const model of CODES) await db.model(model).destroy({ where: { projectId, phone } });
  await db.model(SentCode).destroy({ where: { projectId, phone } });
  await db.model(CodeMessage).destroy({ where: { projectId, phoneDigest: phoneDigest(secrets, { projectId, phone }) } });
  for (const column of NAMED_BY) await db.model(AttemptLock).destroy({ where: { projectId, kind: [...PHONE_KINDS], [column]: phone } });
}

/**
 * Deletes what requests that were under way stored about a phone after `deletePhoneData`. Later rows belong to a person who types the phone
 * now, and so does a code for a registration.
 */
export async function deleteLatePhoneData(
  { db, secrets }: PhoneOwner,
  { projectId, phone, until }: PhoneOfProject & { until: Date },
): Promise<void> {
  const before = { [Op.lte]: until };
  for (const model of SENDS) await db.model(model).destroy({ where: { projectId, phone, lastSentAt: before } });
  for (const model of CODES)
    await db.model(model).destroy({ where: { projectId, phone, purpose: { [Op.ne]: 'register' }, createdAt: before } });
  await db.model(SentCode).destroy({ where: { projectId, phone, purpose: { [Op.ne]: 'register' }, sentAt: before } });
  const ofPhone = { projectId, phoneDigest: phoneDigest(secrets, { projectId, phone }) };
  await db.model(CodeMessage).destroy({ where: { ...ofPhone, purpose: { [Op.ne]: 'register' }, sentAt: before } });
  for (const column of NAMED_BY)
    await db.model(AttemptLock).destroy({ where: { projectId, kind: [...PHONE_KINDS], [column]: phone, changedAt: before } });
}
