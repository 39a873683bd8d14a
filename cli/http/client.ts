import createClient, { type Client } from 'openapi-fetch';
import { CliError, EXIT } from '../errors.ts';
import { exitFor, hintFor } from '../hints.ts';
import type { paths } from './api-types.ts';
import type { Send } from './fetch.ts';

/** The API as its OpenAPI document types it: `npm run api-types` writes `api-types.ts`, a test regenerates and compares it. */
export type Api = Client<paths>;

export function createApi(url: string, send: Send): Api {
  return createClient<paths>({ baseUrl: url, fetch: send });
}

/** What openapi-fetch answers. */
interface Outcome<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** The body of a success. @throws CliError for every refusal, with the exit code and the next step that belong to its code */
export async function unwrap<T>(sent: Promise<Outcome<T>>): Promise<T> {
  const { data, error, response } = await sent.catch((cause: unknown) => {
    throw cause instanceof SyntaxError ? notOurs() : cause;
  });
  if (!response.ok || error !== undefined) throw refusalOf(error, response);
  // of an answer without a body openapi-fetch makes undefined; only 204 has none
  if (response.status !== 204 && data === undefined) throw notOurs(response.status);
  return data as T;
}

/** The body of a refusal (contract §1.5). */
interface ErrorBody {
  code: string;
  message: string;
  requestId: string;
  errors?: { field: string; message: string }[];
  available_in?: number;
}

/** The error that a refusal ends in; `body` is what was read of it. */
export function refusalOf(body: unknown, response: Response): CliError {
  if (!isErrorBody(body)) return notOurs(response.status, response.headers.get('location'));
  const { code, message, requestId, errors, available_in: seconds } = body;
  const details = errors?.map((fault) => `${fault.field}: ${fault.message}`);
  return new CliError({
    exit: exitFor(response.status),
    code,
    message,
    hint: seconds === undefined ? hintFor(code, details) : `try again in ${seconds} s`,
    requestId,
    ...(details === undefined ? {} : { details }),
  });
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === 'object' && body !== null && 'code' in body && 'message' in body && 'requestId' in body;
}

/** A proxy's page, or another program at that address. */
export function notOurs(status?: number, location: string | null = null): CliError {
  const told = status === undefined ? '' : ` (status ${status})`;
  return new CliError({
    exit: EXIT.failed,
    code: 'not_diwan',
    message: `The answer does not come from a Diwan server${told}.`,
    hint: location === null ? 'check the address: `diwan config`, or give --url' : `it points to ${location}: give that as --url`,
  });
}
