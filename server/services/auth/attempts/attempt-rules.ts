import { authSetup } from './setup.ts';

export interface AttemptRules {
  /** Failures in a row that lock. */
  readonly attempts: number;
  /** How long a lock holds. */
  readonly seconds: number;
  readonly code: string;
  readonly message: string;
  /** Of the audit row that a lock leaves. */
  readonly action: string;
}

/** Consecutive wrong codes of a phone, over all codes and purposes, and how long it is locked then (contract §2). */
const OTP_ATTEMPTS = 10;
const OTP_LOCK_SECONDS = 900;

/** What locks, for how long, and what it is called. */
export function rulesOf(kind: 'otp' | 'password'): AttemptRules {
  if (kind === 'password') {
    const message = 'Too many failed logins; the account is locked.';
    return { ...authSetup().config.lockout, code: 'account_locked', message, action: 'login.locked' };
  }
  const message = 'Too many wrong codes; the phone is locked.';
  return { attempts: OTP_ATTEMPTS, seconds: OTP_LOCK_SECONDS, code: 'otp_locked', message, action: 'otp.locked' };
}
