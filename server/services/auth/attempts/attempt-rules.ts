import type { Auth } from '../auth.ts';
import type { LockKey } from './lock-key.ts';

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
