import Joi from 'joi';
import { oneOf } from '../../platform/http/input/fields.ts';
import { instantField, nullableInstant } from '../../platform/http/input/replies.ts';
import { PURPOSES, type Purpose } from '../../services/auth/otp/purpose.ts';
import type { LockName } from '../../services/auth/users/user-security.ts';
import { type SessionBody, sessionFields } from './sessions.ts';

type UserSessionBody = Omit<SessionBody, 'current'>;

interface UserLockBody {
  kind: LockName;
  until: string;
}

type CodeOutcome = 'sent' | 'failed' | 'used';

interface SentCodeBody {
  purpose: Purpose;
  channel: string | null;
  at: string;
  outcome: CodeOutcome;
  usedAt: string | null;
}

interface RequestedDeletionBody {
  requestedAt: string;
  deletesAt: string;
}

export interface UserSecurityBody {
  sessions: UserSessionBody[];
  locks: UserLockBody[];
  cooldownUntil: string | null;
  lastLoginAt: string | null;
  codes: SentCodeBody[];
  deletion: RequestedDeletionBody | null;
}

const UserSession = Joi.object<UserSessionBody, true>(sessionFields).id('UserSession').description('A live sign-in of a user.');

const UserLock = Joi.object<UserLockBody, true>({
  kind: oneOf<LockName>('password', 'code', 'account')
    .required()
    .description('What was tried: passwords or codes at a sign-in, or either at the deletion or restoring of the account.'),
  until: instantField.description('When the lock ends.'),
})
  .id('UserLock')
  .description('A lock after wrong passwords or codes. Unlocking lifts all of a user.');

const SentCode = Joi.object<SentCodeBody, true>({
  purpose: oneOf<Purpose>(...PURPOSES)
    .required()
    .description('What the code is for.'),
  channel: Joi.string().allow(null).required().description('The channel that accepted the code; null when none did.'),
  at: instantField.description('When the code was asked for.'),
  outcome: oneOf<CodeOutcome>('sent', 'failed', 'used').required().description('What happened to the code so far.'),
  usedAt: nullableInstant.description('When the code was used; else null.'),
})
  .id('SentCode')
  .description('A code that the phone was sent.');

const RequestedDeletion = Joi.object<RequestedDeletionBody, true>({
  requestedAt: instantField.description('When the user asked for it.'),
  deletesAt: instantField.description('When the data will be erased.'),
})
  .id('RequestedDeletion')
  .description('The deletion of the account that the user asked for.');

export const UserSecurityBody = Joi.object<UserSecurityBody, true>({
  sessions: Joi.array().items(UserSession).required().description('The live sessions, the last used one first.'),
  locks: Joi.array().items(UserLock).required().description('The locks in force, one of each kind.'),
  cooldownUntil: nullableInstant.description('When the next code may be sent; null for now.'),
  lastLoginAt: nullableInstant.description('When the user last signed in; null for never.'),
  codes: Joi.array().items(SentCode).required().description('The 10 newest codes of the last 7 days, the newest first.'),
  deletion: RequestedDeletion.allow(null).required(),
})
  .id('UserSecurity')
  .description('Why a user may not be able to sign in.');
