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
