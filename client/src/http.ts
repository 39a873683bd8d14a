import { asDiwanError, DiwanError, networkError } from './errors.ts';
import type { Env, FetchAnswer, FetchOptions } from './platform/env.ts';

export interface HttpRequest {
  readonly method: string;
  /** Below the address of the server, with its query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface HttpAnswer<T> {
  readonly status: number;
  readonly etag: string | null;
  readonly device: string | null;
  /** null for an empty answer. */
  readonly body: T;
}

/** A server or proxy that has not answered by then will not. */
const TIME_LIMIT_MS = 30_000;

declare const AbortController: (new () => { readonly signal: unknown; abort(): void }) | undefined;

/** Sends one request. 2xx and 304 resolve; everything else rejects with a `DiwanError`. */
export async function send<T>(env: Env, url: string, request: HttpRequest): Promise<HttpAnswer<T>> {
  const controller = typeof AbortController === 'undefined' ? null : new AbortController();
  const body = request.body === undefined ? undefined : textOf(request.body);
  const headers: Record<string, string> = { ...request.headers };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  const init = { method: request.method, headers };
  if (body !== undefined) Object.assign(init, { body });
  if (controller !== null) Object.assign(init, { signal: controller.signal });
  return await new Promise((resolve, reject) => {
    const cancel = env.timer(() => {
      controller?.abort();
      reject(networkError());
    }, TIME_LIMIT_MS);
    exchange<T>(env, url + request.path, init)
      .finally(cancel)
      .then(resolve, reject);
  });
}

/** @throws DiwanError of a body that is no JSON, such as a circular one */
function textOf(body: unknown): string {
  try {
    return JSON.stringify(body);
  } catch (error) {
    throw asDiwanError(error);
  }
}

async function exchange<T>(env: Env, url: string, init: FetchOptions): Promise<HttpAnswer<T>> {
  const { answer, text } = await receive(env, url, init);
  const { status, headers } = answer;
  const isSuccess = (status >= 200 && status < 300) || status === 304;
  if (!isSuccess) throw errorOf(answer, text);
  return { status, etag: headers.get('ETag'), device: headers.get('X-Diwan-Device'), body: parse<T>(text) };
}

/** The answer with all of its body: half a body is no answer. */
async function receive(env: Env, url: string, init: FetchOptions): Promise<{ answer: FetchAnswer; text: string }> {
  try {
    const answer = await env.fetch(url, init);
    return { answer, text: await answer.text() };
  } catch {
    throw networkError();
  }
}

/** @throws DiwanError `network` for a body that is cut off, or is not from the server */
function parse<T>(text: string): T {
  try {
    return JSON.parse(text === '' ? 'null' : text);
  } catch {
    throw networkError();
  }
}

interface Refusal {
  readonly code?: unknown;
  readonly message?: unknown;
  readonly requestId?: unknown;
  readonly errors?: unknown;
}

function errorOf({ status, headers }: FetchAnswer, text: string): DiwanError {
  const { code, message, requestId, errors } = refusalOf(text);
  const retryAfter = Number.parseInt(headers.get('Retry-After') ?? '', 10);
  return new DiwanError({
    status,
    code: typeof code === 'string' ? code : 'unknown',
    message: typeof message === 'string' ? message : `The server answered ${status}.`,
    retryAfterSeconds: retryAfter >= 0 ? retryAfter : null,
    requestId: typeof requestId === 'string' ? requestId : headers.get('X-Request-Id'),
    fields: fieldsOf(errors),
  });
}

function refusalOf(text: string): Refusal {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    return {};
  }
}

function fieldsOf(errors: unknown): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const { field, message } of Array.isArray(errors) ? errors : [])
    if (typeof field === 'string' && typeof message === 'string') fields[field] ??= message;
  return fields;
}

/** A query of the values that are given: `?a=1&b=2`, or nothing. */
export function queryOf(values: Readonly<Record<string, unknown>>): string {
  const pairs = Object.keys(values).flatMap((name) => {
    const value = values[name];
    const list: unknown[] = Array.isArray(value) ? value : [value];
    return list.filter((item) => item !== undefined && item !== null).map((item) => `${encode(name)}=${encode(item)}`);
  });
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

export function encode(value: unknown): string {
  return encodeURIComponent(String(value));
}

/** The headers whose value is given and visible ASCII, the only text that a header can carry everywhere. */
export function headersOf(values: Readonly<Record<string, string | number | null | undefined>>): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name of Object.keys(values)) {
    const text = String(values[name] ?? '');
    if (/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text)) headers[name] = text;
  }
  return headers;
}
