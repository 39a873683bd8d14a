import { ApiError } from '../../platform/errors.ts';
import type { Purpose } from './otp/purpose.ts';

/** How an attempt ended, for the metrics. `refused`: the secret was right, or was not looked at; `failed`: a failure of the server. */
export const OUTCOMES = ['succeeded', 'wrong', 'locked', 'throttled', 'refused', 'failed'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export const SIGN_IN_METHODS = ['password', 'code', 'registration', 'operator'] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

/** Counts attempts. */
export interface AuthCounts {
  signIn(method: SignInMethod, outcome: Outcome): void;
  code(purpose: Purpose, outcome: Outcome): void;
}

/** Runs an attempt and counts how it ended. */
export async function countOutcome<T>(count: (outcome: Outcome) => void, attempt: () => Promise<T>): Promise<T> {
  try {
    const result = await attempt();
    count('succeeded');
    return result;
  } catch (error) {
    count(outcomeOf(error));
    throw error;
  }
}

const BY_CODE: Readonly<Record<string, Outcome>> = {
  invalid_credentials: 'wrong',
  no_active_account: 'wrong',
  invalid_otp: 'wrong',
  account_locked: 'locked',
  otp_locked: 'locked',
  throttled: 'throttled',
};

function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof ApiError) || error.status >= 500) return 'failed';
  return BY_CODE[error.code] ?? 'refused';
}
