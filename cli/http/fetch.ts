import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { CliError, interrupted } from '../errors/errors.ts';
import { exchange } from './exchange.ts';
import { isConnectionCut, isReading, networkError } from './network-error.ts';
import type { VersionGuard } from './version-guard.ts';

export interface Credentials {
  accessToken: string | null;
  readonly apiKey: string | null;
  readonly project: number | null;
  /** Exchanges the refresh token for a new access token, once; null when that is impossible. */
  refresh(): Promise<string | null>;
}

export interface FetchOptions {
  readonly credentials: Credentials;
  /** The longest wait for a response, its body included. */
  readonly timeoutMs: number;
  /** Under --dry-run: shows a change instead of sending it. Reads are sent, and dry runs of the server. */
  readonly beforeSending: ((request: Request) => Promise<never>) | null;
  /** Refuses changes to a server of another release line. */
  readonly versions: VersionGuard;
  /** Whether to retry when the server is busy. */
  readonly retries: boolean;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  /** Prints why the command waits. */
  note(sentence: string): void;
}

/** `stream`: the promise resolves when the answer begins, unless it is an error, and `timeoutMs` is the longest pause in its body. */
export type Send = (request: Request, body?: 'stream') => Promise<Response>;

/** The type of the answers to dry runs. A request that asks for it writes nothing. */
export const DRY_RUN_TYPE = 'application/vnd.diwan.dry-run+json';
/** How often a GET or a PUT is sent to a busy server. */
const MAX_TRIES = 4;
/** A longer Retry-After ends the command with the error instead. */
const MAX_WAIT_MS = 10_000;
/** A longer wait is announced on stderr. */
const MAX_SILENT_WAIT_MS = 1_000;

/**
 * `fetch` for all calls of the CLI: it adds credentials, a time limit, retries where they are harmless, and one silent token refresh. The
 * body of a response is complete when the promise resolves.
 * @throws CliError exit 7 without a complete response, 130 after Ctrl-C, 1 for a change to a server of another release line
 */
export function createFetch(options: FetchOptions): Send {
  return async (request, mode) => {
    if (options.beforeSending !== null && request.method !== 'GET' && request.headers.get('accept') !== DRY_RUN_TYPE)
      return options.beforeSending(request);
    const { pathname } = new URL(request.url);
    if (isChange(request, pathname)) await admitChange(request, options);
    const key = request.method === 'POST' && acceptsIdempotencyKey(pathname) ? randomUUID() : null;
    const body = request.body === null ? null : await request.arrayBuffer();
    const prepared: PreparedRequest = { request, options, key, body, isStream: mode === 'stream' };
    const response = await sendWithRetries(prepared);
    if (response.status !== 401 || keyFor(pathname, options.credentials) !== null || !(await refreshToken(options.credentials)))
      return response;
    return sendWithRetries(prepared);
  };
}

/** Whether a request changes records. Signing in and out does not count: it works with every release. */
function isChange({ method, headers }: Request, pathname: string): boolean {
  if (method === 'GET' || headers.get('accept') === DRY_RUN_TYPE) return false;
  return !/\/auth\/(?:token(?:\/refresh)?|logout)$|\/features\/explain$/.test(pathname);
}

/** Before the first change, OPTIONS at its address asks for the version: the answer to the change itself would come too late. */
async function admitChange({ url }: Request, options: FetchOptions): Promise<void> {
  const { versions } = options;
  if (!versions.isInformed) {
    const request = new Request(url, { method: 'OPTIONS' });
    const credentials: Credentials = { accessToken: null, apiKey: null, project: null, refresh: async () => null };
    await resendWhenCut({ request, options: { ...options, credentials }, key: null, body: null, isStream: false });
  }
  versions.admitChange();
}

/** All of administration accepts an API key as well as an access token. */
export function takesApiKey(pathname: string): boolean {
  return /\/api\/v[12]\/(?:auth\/)?admin(?:\/|$)/.test(pathname);
}

/** Moderation and users: what staff do all day is done in their own name. */
function isForPeople(pathname: string): boolean {
  return !/\/api\/v1\/admin\/(?:apps|api-keys|audit-log|projects)(?:\/|$)/.test(pathname);
}

/** Whether a POST to this path may be repeated after a lost response, because the server recognises its idempotency key. */
export function acceptsIdempotencyKey(pathname: string): boolean {
  return /\/api\/v1\/(?:reviews|posts|comments|favorites|roadmap|changelog)(?:\/|$)/.test(pathname);
}

async function refreshToken(credentials: Credentials): Promise<boolean> {
  const accessToken = await credentials.refresh();
  if (accessToken !== null) credentials.accessToken = accessToken;
  return accessToken !== null;
}

interface PreparedRequest {
  readonly request: Request;
  readonly options: FetchOptions;
  /** The idempotency key. */
  readonly key: string | null;
  readonly body: ArrayBuffer | null;
  /** Whether the body of the answer may arrive later. */
  readonly isStream: boolean;
}

async function sendWithRetries(prepared: PreparedRequest): Promise<Response> {
  const { request, options } = prepared;
  const mayRetry = options.retries && (request.method === 'GET' || request.method === 'PUT');
  for (let tries = 1; ; tries += 1) {
    const response = await resendWhenCut(prepared);
    const waitMs = retryDelay(response, tries);
    if (!mayRetry || !(await isBusy(response)) || tries >= MAX_TRIES || waitMs > MAX_WAIT_MS) return response;
    if (waitMs > MAX_SILENT_WAIT_MS) options.note(`The server is busy; next try in ${Math.ceil(waitMs / 1000)} s.`);
    await sleep(waitMs, undefined, { signal: options.signal }).catch(() => {
      throw interrupted();
    });
  }
}

/** A change that may have been made is not repeated, because another user may have changed the record meanwhile. */
async function isBusy(response: Response): Promise<boolean> {
  if (response.status !== 503) return response.status === 429;
  return !/"code":\s*"outcome_unknown"/.test(await response.clone().text());
}

/** After a cut connection a harmless request is sent once more. After a timeout it is not: the user has waited long enough. */
async function resendWhenCut(prepared: PreparedRequest): Promise<Response> {
  try {
    return await sendOnce(prepared);
  } catch (error) {
    const isHarmless = isReading(prepared.request) || prepared.key !== null;
    if (!isHarmless || !(error instanceof CliError) || !isConnectionCut(error)) throw error;
    return sendOnce(prepared);
  }
}

async function sendOnce({ request, options, key, body, isStream }: PreparedRequest): Promise<Response> {
  const { timeoutMs, signal } = options;
  const { method, url } = request;
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), timeoutMs);
  try {
    const answer = await exchange(url, {
      method,
      headers: headersOf(request, options.credentials, key),
      body,
      signal: AbortSignal.any([signal, timeout.signal]),
      idleMs: isStream ? timeoutMs : null,
    });
    options.versions.observe(answer);
    return answer;
  } catch (error) {
    throw networkError(error, request, { isInterrupted: signal.aborted, isTimeout: timeout.signal.aborted, timeoutMs });
  } finally {
    clearTimeout(timer);
  }
}

/** The API key of a request: beside a sign-in only where a key usually reaches further than its user. */
function keyFor(pathname: string, { apiKey, accessToken }: Pick<Credentials, 'apiKey' | 'accessToken'>): string | null {
  if (!takesApiKey(pathname)) return null;
  return accessToken !== null && isForPeople(pathname) ? null : apiKey;
}

function headersOf(request: Request, credentials: Credentials, idempotencyKey: string | null): Headers {
  const headers = new Headers(request.headers);
  const { accessToken, project } = credentials;
  const apiKey = keyFor(new URL(request.url).pathname, credentials);
  if (apiKey !== null) headers.set('X-Api-Key', apiKey);
  else if (accessToken !== null) headers.set('Authorization', `Bearer ${accessToken}`);
  if (project !== null) headers.set('X-Project-ID', String(project));
  if (idempotencyKey !== null) headers.set('Idempotency-Key', idempotencyKey);
  return headers;
}

/** Milliseconds: Retry-After, or an exponential backoff without it. */
function retryDelay(response: Response, tries: number): number {
  const seconds = Number(response.headers.get('retry-after'));
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : 200 * 2 ** tries;
}
