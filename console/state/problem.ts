/** An error of the server, or of the way to it, as the screens show it. */
export class Problem extends Error {
  /** 0 when no server answered. */
  readonly status: number;
  /** The code of the server, or `network`. */
  readonly code: string;
  readonly requestId: string | null;
  readonly waitSeconds: number | null;
  readonly fields: readonly FieldFault[];

  constructor({ message, status, code, ...rest }: ProblemInput) {
    super(message);
    this.status = status;
    this.code = code;
    this.requestId = rest.requestId ?? null;
    this.waitSeconds = rest.waitSeconds ?? null;
    this.fields = rest.fields ?? [];
  }
}

export interface FieldFault {
  readonly field: string;
  readonly message: string;
}

interface ProblemInput {
  readonly message: string;
  readonly status: number;
  readonly code: string;
  readonly requestId?: string | null;
  readonly waitSeconds?: number | null;
  readonly fields?: readonly FieldFault[];
}

/** The problem that any error is: what `useQuery` and `useMutation` report, or what a call threw. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (isErrorBody(error)) return fromBody(error);
  return new Problem({ message: '', status: 0, code: error instanceof TypeError ? 'network' : 'unknown' });
}

/** The problem of a response whose parsed body is not a success. */
export function problemFrom(body: unknown, response: Response): Problem {
  if (isErrorBody(body)) return fromBody(body);
  return new Problem({ message: '', status: response.status, code: 'unknown', requestId: response.headers.get('X-Request-Id') });
}

/** The messages of the server for the fields of a form, by the name of the field. */
export function faultsByField(error: unknown): Readonly<Record<string, string>> {
  if (error === null || error === undefined) return {};
  return Object.fromEntries(problemOf(error).fields.map(({ field, message }) => [field, message]));
}

/** A record that can be asked for its keys. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

interface ErrorBody {
  readonly code: string;
  readonly message: string;
  readonly statusCode: number;
  readonly requestId: string;
  readonly errors?: readonly FieldFault[];
  readonly available_in?: number;
}

function isErrorBody(body: unknown): body is ErrorBody {
  return isRecord(body) && typeof body['code'] === 'string' && typeof body['message'] === 'string' && 'statusCode' in body;
}

function fromBody({ message, code, statusCode, requestId, errors, available_in }: ErrorBody): Problem {
  return new Problem({ message, code, status: statusCode, requestId, fields: errors ?? [], waitSeconds: available_in ?? null });
}
