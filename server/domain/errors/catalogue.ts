import { ADMIN_ERRORS } from './admin-errors.ts';
import { AUTH_ERRORS } from './auth-errors.ts';
import type { ErrorAction, ErrorCodes } from './error-code.ts';
import { FEEDBACK_ERRORS } from './feedback-errors.ts';
import { REQUEST_ERRORS } from './request-errors.ts';

/** Every `code` of an error body. A test compares it with what the source throws. */
export const ERROR_CODES: ErrorCodes = { ...REQUEST_ERRORS, ...AUTH_ERRORS, ...FEEDBACK_ERRORS, ...ADMIN_ERRORS };

/** The body of `/errors.json`. */
export interface ErrorCatalogue {
  readonly codes: readonly { code: string; status: number; meaning: { en: string; ar: string }; action: ErrorAction }[];
}

/** The catalogue as clients read it, by status and then by code. A code with several statuses has an entry for each. */
export function errorCatalogue(): ErrorCatalogue {
  const codes = Object.entries(ERROR_CODES).flatMap(([code, { status: usual, otherStatuses = [], meaning, action }]) =>
    [usual, ...otherStatuses].map((status) => ({ code, status, meaning, action })),
  );
  return { codes: codes.sort((a, b) => a.status - b.status || (a.code < b.code ? -1 : 1)) };
}
