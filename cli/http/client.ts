import createClient, { type Client } from 'openapi-fetch';
import type { paths } from '../../generated/api-types.ts';
import { CliError, EXIT } from '../errors/errors.ts';
import { exitFor, hintFor } from '../errors/hints.ts';
import { isRecord } from '../json.ts';
import { oneLine } from '../output/safe-text.ts';
import { baseOf } from '../profiles/session.ts';
import type { Send } from './fetch.ts';

/** The API with the types that the build generates from docs/openapi.json. An endpoint that can answer as CSV too is typed by its JSON. */
export type Api = Client<paths, 'application/json'>;

export function createApi(url: string, send: Send): Api {
  return createClient<paths, 'application/json'>({ baseUrl: url, fetch: send });
}

interface Success<T> {
  readonly data: T;
  readonly error?: undefined;
  readonly response: Response;
}

interface Failure {
  readonly data?: undefined;
  readonly error: unknown;
  readonly response: Response;
}

/** The answer to a request of the typed client. */
export type Answer<T> = Success<T> | Failure;

/** The body of a success. @throws CliError for every error of the server, with its exit code and next step */
export async function unwrap<T>(sent: Promise<Answer<T>>): Promise<T> {
  return (await successOf(sent)).data;
}

/** Like `unwrap`, with the `ETag` that `If-Match` takes. */
export async function unwrapTagged<T>(sent: Promise<Answer<T>>): Promise<{ readonly body: T; readonly tag: string }> {
  const { data, response } = await successOf(sent);
  const tag = response.headers.get('etag');
  if (tag === null) throw notDiwanServer(response.status);
  return { body: data, tag };
}

async function successOf<T>(sent: Promise<Answer<T>>): Promise<Success<T>> {
  const result = await sent.catch((cause: unknown) => {
    throw cause instanceof SyntaxError ? notDiwanServer() : cause;
  });
  const { error, response } = result;
  if (!response.ok || error !== undefined) throw refusal(error, response);
  if (!hasBody(result)) throw notDiwanServer(response.status);
  return result;
}

/** openapi-fetch reports a missing body as undefined, which is correct for 204 only. */
function hasBody<T>(result: Answer<T>): result is Success<T> {
  return result.response.status === 204 || result.data !== undefined;
}

interface ErrorBody {
  readonly code: string;
  readonly message: string;
  readonly requestId: string;
  readonly errors?: readonly { readonly field: string; readonly message: string }[];
  readonly available_in?: number;
}

/** The error for a response that is no success; `body` is its parsed body. */
export function refusal(body: unknown, response: Response): CliError {
  if (!isErrorBody(body)) return notDiwanServer(response.status, response.headers.get('location'));
  const { code, message, requestId, errors, available_in: seconds } = body;
  const details = errors?.map((fault) => `${fault.field}: ${fault.message}`);
  return new CliError({
    exit: exitFor(response.status),
    code,
    message,
    hint: seconds === undefined ? hintFor(code, details) : `try again in ${seconds} s`,
    requestId,
    ...(details === undefined ? {} : { details }),
    ...(response.status === 400 ? { invalidFields: errors?.map(({ field }) => field) ?? [] } : {}),
  });
}

function isErrorBody(body: unknown): body is ErrorBody {
  return isRecord(body) && 'code' in body && 'message' in body && 'requestId' in body;
}

/** The error for the page of a proxy, or for another program at that address. */
export function notDiwanServer(status?: number, location: string | null = null): CliError {
  const base = location === null ? null : baseIn(location);
  const suffix = status === undefined ? '' : ` (status ${status})`;
  return new CliError({
    exit: EXIT.failed,
    code: 'not_diwan',
    message: `The response does not come from a Diwan server${suffix}.`,
    hint: base === null ? 'check the address: `diwan config`, or give --url' : `it redirects to another address: give --url ${base}`,
  });
}

/** The base of the server that a redirect names; null when it leads to another page, such as a sign-in. */
function baseIn(location: string): string | null {
  const base = URL.canParse(location) ? baseOf(new URL(location)) : null;
  return base === null ? null : oneLine(base);
}
