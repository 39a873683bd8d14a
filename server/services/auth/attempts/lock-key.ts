import type { SqlValue } from '../../../platform/db/statements/sql.ts';
import { maskPhone, maskUsername } from '../../../platform/mask.ts';
import type { Auth, AuthContext } from '../auth.ts';
import type { PhoneClaim } from '../devices/phone-claim.ts';

/** Codes and passwords of phones; `account_…` at the deletion and the restoring of accounts. */
export const PHONE_KINDS = ['otp', 'password', 'account_otp', 'account_password'] as const;

/**
 * Where wrong tries count: `account` for the deletion and the restoring of accounts, which anyone can try without closing the sign-in of
 * others; `signIn` for everything else.
 */
export type LockArea = 'signIn' | 'account';

/** Wrong attempts with the same key are counted together. */
export interface LockKey {
  /** That of a phone, or a sign-in of an operator: by username and address, or by known device. */
  readonly kind: (typeof PHONE_KINDS)[number] | 'operator' | 'device';
  /** 0 for operators, whose usernames belong to no project. */
  readonly projectId: number;
  /** A phone in E.164, a digest of username and address, or the hash of a device's token. */
  readonly subject: string;
  /** The username in lower case for operators, the phone for a known device of a user: such locks are lifted together. */
  readonly account?: string;
  /** The operator of the username, for the audit log. */
  readonly owner?: AuditOwner;
  /** The request of the attempt, for the audit row of a lock. */
  readonly requestId?: string;
  /** Its sender, for the same row. */
  readonly address?: string | null;
}

/** The place of an audit row. */
export interface AuditOwner {
  readonly projectId: number | null;
  readonly subject: string;
}

/** SQL condition on the row of a key, for a statement of its tenant; `columnsOf` has the other values. */
export const WHERE_KEY = 'project_id = :projectId AND kind = :kind AND subject = :subject';

/** The key as one text, for queues and rate limits. */
export function nameOf({ kind, projectId, subject }: LockKey): string {
  return `${kind} ${projectId} ${subject}`;
}

export function columnsOf({ kind, subject }: LockKey): Record<'kind' | 'subject', SqlValue> {
  return { kind, subject };
}

/** The project and subject of the key's audit rows: a known operator is named, phones and unknown usernames are masked. */
export function ownerOf({ kind, projectId, subject, account, owner }: LockKey): AuditOwner {
  if (owner !== undefined) return owner;
  if (kind === 'operator' || kind === 'device') return { projectId: null, subject: `username:${maskUsername(account ?? '')}` };
  return { projectId, subject: `phone:${maskPhone(account ?? subject)}` };
}

/** The locks that an attempt meets. */
export interface AttemptLocks {
  /** Counts the wrong tries of this act. */
  readonly own: LockKey;
  /** The lock of the sign-in: it closes this act too, so that the act is no way around it. The same as `own` at a sign-in. */
  readonly main: LockKey;
}

/** The locks that concern a secret of the phone: those of the known device, else those of everybody else. */
export function phoneLocks(
  ctx: AuthContext,
  claim: PhoneClaim,
  { secret, area }: { secret: 'otp' | 'password'; area: LockArea },
): AttemptLocks {
  const main = lockOf(ctx, claim, secret);
  return { main, own: area === 'signIn' ? main : lockOf(ctx, claim, `account_${secret}`) };
}

function lockOf({ requestId, address }: AuthContext, { projectId, phone, device }: PhoneClaim, kind: LockKey['kind']): LockKey {
  const key = { kind, projectId, requestId, address };
  return device === null ? { ...key, subject: phone } : { ...key, subject: device.tokenHash, account: phone };
}

export interface AttemptRules {
  /** Consecutive failures that lock. */
  readonly attempts: number;
  /** Duration of a lock. */
  readonly seconds: number;
  readonly code: string;
  readonly message: string;
  /** Action of the audit row of a lock. */
  readonly action: string;
}

/** Consecutive wrong codes of a phone, over all codes and purposes, that lock it, and for how long. */
const OTP_ATTEMPTS = 10;
const OTP_LOCK_SECONDS = 900;

export function rulesOf({ config }: Pick<Auth, 'config'>, kind: LockKey['kind']): AttemptRules {
  if (kind !== 'otp' && kind !== 'account_otp') {
    const message = 'Too many failed logins; the account is locked.';
    return { ...config.lockout, code: 'account_locked', message, action: 'login.locked' };
  }
  const message = 'Too many wrong codes; the phone is locked.';
  return { attempts: OTP_ATTEMPTS, seconds: OTP_LOCK_SECONDS, code: 'otp_locked', message, action: 'otp.locked' };
}
