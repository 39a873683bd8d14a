import type { SentCode } from '../../../models/auth/SentCode.ts';
import type { UserSecurityBody } from '../../schemas/auth/user-security.ts';
import type { UserSecurity } from '../../services/auth/users/user-security.ts';
import { presentSessionOf } from './session.ts';

export function presentUserSecurity({ sessions, locks, cooldownUntil, lastLoginAt, codes, deletion }: UserSecurity): UserSecurityBody {
  return {
    sessions: sessions.map(presentSessionOf),
    locks: locks.map(({ kind, until }) => ({ kind, until: until.toISOString() })),
    cooldownUntil: cooldownUntil?.toISOString() ?? null,
    lastLoginAt: lastLoginAt?.toISOString() ?? null,
    codes: codes.map(presentCode),
    deletion: deletion && { requestedAt: deletion.requestedAt.toISOString(), deletesAt: deletion.deletesAt.toISOString() },
  };
}

function presentCode({ purpose, channel, isSent, sentAt, usedAt }: SentCode): UserSecurityBody['codes'][number] {
  const outcome = usedAt !== null ? 'used' : isSent ? 'sent' : 'failed';
  return { purpose, channel, at: sentAt.toISOString(), outcome, usedAt: usedAt?.toISOString() ?? null };
}
