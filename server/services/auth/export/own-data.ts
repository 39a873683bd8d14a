import { type Model, Op } from 'sequelize';
import { AccountDeletion } from '../../../../models/auth/AccountDeletion.ts';
import { AttemptLock } from '../../../../models/auth/AttemptLock.ts';
import { CodeMessage } from '../../../../models/auth/CodeMessage.ts';
import { DeviceCode, OtpCode } from '../../../../models/auth/OtpCode.ts';
import { DeviceSend, OtpSend } from '../../../../models/auth/OtpSend.ts';
import { SentCode } from '../../../../models/auth/SentCode.ts';
import { Session } from '../../../../models/auth/Session.ts';
import { UserDevice } from '../../../../models/auth/UserDevice.ts';
import type { SecretKeys } from '../../../platform/crypto/secret-keys.ts';
import type { Database } from '../../../platform/db/database.ts';
import { exportRows } from '../../../platform/db/records/export-rows.ts';
import type { ExportedPerson, ExportPart } from '../../../platform/export.ts';
import { PHONE_KINDS } from '../attempts/lock-key.ts';
import { phoneDigest } from '../otp/messages/phone-digest.ts';

const SESSION = ['id', 'method', 'device', 'address', 'createdAt', 'rotatedAt', 'expiresAt', 'revokedAt'] as const;
const CODE = ['purpose', 'wrongTries', 'accountTries', 'createdAt', 'expiresAt'];
const MESSAGE = ['phone', 'country', 'purpose', 'provider', 'state', 'sentAt', 'changedAt'];
const SEND = ['sends', 'lastSentAt'];

/** The sessions of a user, live and ended. */
export function sessionExport(db: Database): ExportPart {
  return exportRows(db.model(Session), {
    key: 'sessions',
    columns: SESSION,
    where: ({ projectId, userId }) => ({ projectId, userId }),
    record({ id, method, device, address, createdAt, rotatedAt: lastUsedAt, expiresAt, revokedAt }) {
      return { id, method, device, address, createdAt, lastUsedAt, expiresAt, revokedAt };
    },
  });
}

/** Codes without the codes, cooldowns and locks of the phone, known devices, and a deletion that the user asked for: a few rows each. */
export function signInExport(db: Database, secrets: SecretKeys): ExportPart[] {
  const ofPhone = ({ projectId, phone }: ExportedPerson): { projectId: number; phone: string } | null =>
    phone === null ? null : { projectId, phone };
  return [
    few('codes', (person) => {
      const where = ofPhone(person);
      return where && db.model(OtpCode).findAll({ attributes: CODE, where });
    }),
    few('codeSends', (person) => {
      const where = ofPhone(person);
      return where && db.model(OtpSend).findAll({ attributes: SEND, where });
    }),
    few('sentCodes', (person) => {
      const where = ofPhone(person);
      return where && db.model(SentCode).findAll({ attributes: ['purpose', 'channel', 'isSent', 'sentAt', 'usedAt'], where });
    }),
    few('codeMessages', (person) => {
      const key = ofPhone(person);
      const where = key && { projectId: key.projectId, phoneDigest: phoneDigest(secrets, key) };
      return where && db.model(CodeMessage).findAll({ attributes: MESSAGE, where });
    }),
    few('locks', ({ projectId, phone }) => {
      const where = phone === null ? null : { projectId, kind: [...PHONE_KINDS], [Op.or]: [{ subject: phone }, { account: phone }] };
      return where && db.model(AttemptLock).findAll({ attributes: ['kind', 'failures', 'lockedUntil', 'changedAt'], where });
    }),
    few('devices', ({ projectId, userId }) =>
      db.model(UserDevice).findAll({ attributes: ['lastUsedAt', 'expiresAt', 'createdAt'], where: { projectId, userId } }),
    ),
    few('deviceCodes', (person) => {
      const where = ofPhone(person);
      return where && db.model(DeviceCode).findAll({ attributes: CODE, where });
    }),
    few('deviceCodeSends', (person) => {
      const where = ofPhone(person);
      return where && db.model(DeviceSend).findAll({ attributes: SEND, where });
    }),
    few('deletions', ({ projectId, userId }) =>
      db.model(AccountDeletion).findAll({ attributes: ['statusBefore', 'begunAt', 'dueAt'], where: { projectId, userId } }),
    ),
  ];
}

/** A list that one key bounds. `find` returns null when the person can have no rows. */
function few(key: string, find: (person: ExportedPerson) => Promise<Model[]> | null): ExportPart {
  return {
    key,
    async *pages(person) {
      const rows = await find(person);
      if (rows !== null) yield rows.map((row) => row.get());
    },
  };
}
