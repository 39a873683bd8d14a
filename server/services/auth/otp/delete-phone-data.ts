import { Op } from 'sequelize';
import { AttemptLock } from '../../../../models/auth/AttemptLock.ts';
import { OtpCode } from '../../../../models/auth/OtpCode.ts';
import { OtpSend } from '../../../../models/auth/OtpSend.ts';
import type { Database } from '../../../platform/db/database.ts';

export interface PhoneOfProject {
  readonly projectId: number;
  /** E.164. */
  readonly phone: string;
}

/** Deletes what is stored about a phone beside its user: cooldown, codes, failures and locks. Joins the caller's transaction. */
export async function deletePhoneData(db: Database, { projectId, phone }: PhoneOfProject): Promise<void> {
  await db.model(OtpSend).destroy({ where: { projectId, phone } });
  await db.model(OtpCode).destroy({ where: { projectId, phone } });
  await db.model(AttemptLock).destroy({ where: { projectId, kind: ['otp', 'password'], subject: phone } });
}

/**
 * Deletes what requests that were under way stored about a phone after `deletePhoneData`. Later rows belong to a person who types the phone
 * now, and so does a code for a registration.
 */
export async function deleteLatePhoneData(db: Database, { projectId, phone, until }: PhoneOfProject & { until: Date }): Promise<void> {
  const before = { [Op.lte]: until };
  await db.model(OtpSend).destroy({ where: { projectId, phone, lastSentAt: before } });
  await db.model(OtpCode).destroy({ where: { projectId, phone, purpose: { [Op.ne]: 'register' }, createdAt: before } });
  await db.model(AttemptLock).destroy({ where: { projectId, kind: ['otp', 'password'], subject: phone, changedAt: before } });
}
