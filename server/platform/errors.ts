/** One fault of the input: the path of the field (`events[2].eventType`) and the reason. */
export interface Fault {
  field: string;
  message: string;
}

/** Why a token was refused, in the format of SimpleJWT. */
export interface TokenMessage {
  token_class: string;
  token_type: string;
  message: string;
}

export interface ApiErrorExtras {
  errors?: readonly Fault[];
  messages?: readonly TokenMessage[];
  /** Seconds to wait before a retry; sent as `available_in` and `Retry-After`. */
  availableIn?: number;
  /** The end of the grace, with `deletion_pending`. */
  deletesAt?: Date;
  /** The id of the record that has the same text, with `duplicate_content`. */
  existingId?: number;
  /** The status of the record, with `already_decided`; not sent. */
  presentStatus?: string;
  /** The names of the migrations for which the process waits; only of `/readyz`. */
  pendingMigrations?: readonly string[];
  headers?: Readonly<Record<string, string>>;
  /** Whether the body of the request cannot be read as JSON. */
  isUnreadable?: true;
  cause?: unknown;
}

/** A refusal or failure. Thrown by any layer, rendered only by `http/reply/error-handler.ts`. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly extras: ApiErrorExtras;

  constructor(status: number, code: string, message: string, extras: ApiErrorExtras = {}) {
    super(message, { cause: extras.cause });
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.extras = extras;
  }
}

/** 400 with all faults of the input. */
export function validationError(errors: readonly Fault[], cause?: unknown): ApiError {
  const first = errors[0];
  const message = first === undefined ? 'The request is not valid.' : `The request is not valid: ${first.message}.`;
  return new ApiError(400, 'validation_error', message, { errors, cause });
}

/** The same for a body that is no JSON, or none that may be read. */
export function unreadableBody(message: string): ApiError {
  const errors = [{ field: 'body', message }];
  return new ApiError(400, 'validation_error', `The request is not valid: ${message}.`, { errors, isUnreadable: true });
}

/** 400 with a code for one reason. */
export function badRequest(code: string, message: string, errors?: readonly Fault[]): ApiError {
  return new ApiError(400, code, message, errors === undefined ? {} : { errors });
}

export function notAuthenticated(message = 'Authentication credentials were not provided.'): ApiError {
  return new ApiError(401, 'not_authenticated', message, {
    headers: { 'WWW-Authenticate': 'Bearer' },
  });
}

export function tokenNotValid(message = 'Token is invalid or expired'): ApiError {
  return badToken({ token_class: 'AccessToken', token_type: 'access', message });
}

export function refreshTokenNotValid(): ApiError {
  return badToken({ token_class: 'RefreshToken', token_type: 'refresh', message: 'Token is invalid or expired' });
}

function badToken(message: TokenMessage): ApiError {
  return new ApiError(401, 'token_not_valid', 'Given token not valid for any token type', {
    messages: [message],
    headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
  });
}

/** The same body for every fault of a key, so that it does not help to guess one. */
export function invalidApiKey(): ApiError {
  return new ApiError(401, 'invalid_api_key', 'A valid API key in X-Api-Key is required, or the token of an operator in Authorization.');
}

export function permissionDenied(message = 'You do not have permission to perform this action.'): ApiError {
  return new ApiError(403, 'permission_denied', message);
}

/** For a record that only its author may change. */
export function notOwner(): ApiError {
  return new ApiError(403, 'not_owner', 'Only the author may do this.');
}

export function projectMismatch(): ApiError {
  return new ApiError(403, 'project_mismatch', 'The X-Project-ID header does not match the project of the token or of the body.');
}

/** 404 `<thing>_not_found`, with `words` in the message; without a thing the `not_found` of an unknown route. */
export function notFound(thing?: string, words = thing?.replaceAll('_', ' ')): ApiError {
  if (thing === undefined) return new ApiError(404, 'not_found', 'Not found.');
  return new ApiError(404, `${thing}_not_found`, `No such ${words}.`);
}

/** 409; the code names the conflicting state. */
export function conflict(code: string, message: string, errors?: readonly Fault[]): ApiError {
  return new ApiError(409, code, message, errors === undefined ? {} : { errors });
}

/** 412 when the record is not the version that `If-Match` names. */
export function preconditionFailed(code: string, message: string): ApiError {
  return new ApiError(412, code, message);
}

/** 429. `seconds` are rounded up to at least 1 and follow `reason` in the message. */
export function throttled(seconds: number, code = 'throttled', reason = 'Request was throttled.'): ApiError {
  const wait = Math.max(1, Math.ceil(seconds));
  return new ApiError(429, code, `${reason} Expected available in ${wait} seconds.`, { availableIn: wait });
}

/** 503 for a change that was sent to the database and never confirmed, with a `reason` if there is one. */
export function outcomeUnknown(cause?: unknown, reason?: string): ApiError {
  const advice = 'The change may have been made or not. Repeat the request only with the same Idempotency-Key or eventId.';
  const message = reason === undefined ? advice : `${reason} ${advice}`;
  return new ApiError(503, 'outcome_unknown', message, { headers: { 'Retry-After': '1' }, cause });
}

/** 503 with `Retry-After`. */
export function unavailable(message = 'The service is not available right now.', cause?: unknown): ApiError {
  return new ApiError(503, 'unavailable', message, { headers: { 'Retry-After': '1' }, cause });
}
