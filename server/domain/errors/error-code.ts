/** The next step of a client after a refusal. `retry_same_key`: repeat the request with the same `Idempotency-Key` or `eventId` only. */
export const ACTIONS = ['fix_request', 'sign_in', 'retry_later', 'retry_same_key', 'contact_support', 'update_app'] as const;

export type ErrorAction = (typeof ACTIONS)[number];

/** One `code` of the error body. `meaning` is a text for people, which an app may show as it is. */
export interface ErrorCode {
  readonly status: number;
  /** Other statuses that some endpoints give it. */
  readonly otherStatuses?: readonly number[];
  readonly action: ErrorAction;
  readonly meaning: { readonly en: string; readonly ar: string };
}

export type ErrorCodes = Readonly<Record<string, ErrorCode>>;

export function errorCode(status: number, action: ErrorAction, en: string, ar: string): ErrorCode {
  return { status, action, meaning: { en, ar } };
}
