/** The advice for an error: the `action` of its code in `/errors.json` of the server. */
export type Action = 'fix_request' | 'sign_in' | 'retry_later' | 'retry_same_key' | 'contact_support' | 'update_app';

interface ErrorDetails {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly action?: Action;
  readonly retryAfterSeconds?: number | null;
  readonly requestId?: string | null;
  readonly fields?: Readonly<Record<string, string>>;
}

/** The only kind of error that a call of the client rejects with. */
export class DiwanError extends Error {
  /** 0 when there was no answer. */
  readonly status: number;
  /** The code of the server, such as `invalid_otp`, or `network`, `storage`, `flag_type`, `closed`, `unknown`. */
  readonly code: string;
  readonly action: Action;
  readonly retryAfterSeconds: number | null;
  readonly requestId: string | null;
  /** The faults of the input by field. */
  readonly fields: Readonly<Record<string, string>>;

  constructor(details: ErrorDetails) {
    super(details.message);
    this.name = 'DiwanError';
    this.status = details.status;
    this.code = details.code;
    this.action = details.action ?? actionOf(details.status, details.code);
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
    this.requestId = details.requestId ?? null;
    this.fields = details.fields ?? {};
  }
}

/** Codes whose action is not that of their status. A test compares them with the catalogue of the server. */
const ACTIONS: Partial<Record<Action, readonly string[]>> = {
  fix_request: ['invalid_api_key', 'invalid_credentials', 'no_active_account', 'totp_required'],
  sign_in: ['reauthentication_required', 'phone_already_registered', 'password_changed'],
  contact_support: [
    'permission_denied',
    'project_inactive',
    'account_suspended',
    'account_inactive',
    'registration_disabled',
    'mail_not_configured',
  ],
  update_app: ['not_found'],
  retry_same_key: ['idempotency_in_progress', 'outcome_unknown'],
};

export function actionOf(status: number, code: string): Action {
  for (const action of ['fix_request', 'sign_in', 'contact_support', 'update_app', 'retry_same_key'] as const)
    if (ACTIONS[action]?.includes(code) === true) return action;
  if (status === 401) return 'sign_in';
  if (status === 405) return 'update_app';
  if (status === 500) return 'contact_support';
  return status === 0 || status === 408 || status === 429 || status > 500 ? 'retry_later' : 'fix_request';
}

export function networkError(): DiwanError {
  return new DiwanError({ status: 0, code: 'network', message: 'The server did not answer. Try again when the device is online.' });
}

/** Anything that was thrown as an error of this package, without its text, which may name a token. */
export function asDiwanError(error: unknown): DiwanError {
  if (error instanceof DiwanError) return error;
  return new DiwanError({ status: 0, code: 'unknown', action: 'contact_support', message: 'The request could not be made.' });
}
