import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { CliError, interrupted } from '../errors.ts';
import { exchange } from './exchange.ts';
import { networkError, wasCut } from './network-error.ts';

export interface Credentials {
  accessToken: string | null;
  readonly apiKey: string | null;
  readonly project: number | null;
  /** Makes another access token of the refresh token, once; null when it cannot. */
  refresh(): Promise<string | null>;
}

export interface FetchOptions {
  readonly credentials: Credentials;
  /** Longest wait for an answer, its body included. */
  readonly timeoutMs: number;
  /** Says what would be sent instead of sending it; reads go through. */
  readonly preview: ((request: Request) => Promise<never>) | null;
  /** Whether a busy server is asked again. */
  readonly retries: boolean;
  /** Ends what is under way (Ctrl-C). */
  readonly signal: AbortSignal;
  /** Hears why it takes longer. */
  note(sentence: string): void;
}

export type Send = (request: Request) => Promise<Response>;

/** Tries of a GET or a PUT that the server cannot take just now. */
const TRIES = 4;
/** What waits longer is told instead. */
const LONGEST_WAIT_MS = 10_000;
/** What waits longer than this is not waited for in silence. */
const SILENT_WAIT_MS = 1_000;

/**
 * `fetch` with what every call of the CLI needs: credentials, a time limit, another try where that is harmless, one silent refresh.
 * The body of an answer is there when it resolves.
 * @throws CliError exit 7 when there is no whole answer, 130 when it was interrupted
 */
export function createFetch(options: FetchOptions): Send {
  return async (request) => {
    if (options.preview !== null && request.method !== 'GET') return options.preview(request);
    const { pathname } = new URL(request.url);
    const key = request.method === 'POST' && heedsIdempotencyKey(pathname) ? randomUUID() : null;
    const body = request.body === null ? null : await request.arrayBuffer();
    const sending: Sending = { request, options, key, body };
    const response = await withRetries(sending);
    if (response.status !== 401 || takesApiKey(pathname) || !(await renew(options.credentials))) return response;
    return withRetries(sending);
  };
}

/** The registry of apps and the platform take an API key, everything else a token. */
export function takesApiKey(pathname: string): boolean {
  return /\/api\/v1\/admin\/(?:apps|api-keys|projects)(?:\/|$)/.test(pathname);
}

/** Where a POST may be sent again when its answer was lost: the server knows it by its key (contract §3). */
export function heedsIdempotencyKey(pathname: string): boolean {
  return /\/api\/v1\/(?:reviews|posts|comments|favorites|roadmap|changelog)(?:\/|$)/.test(pathname);
}

async function renew(credentials: Credentials): Promise<boolean> {
  const accessToken = await credentials.refresh();
  if (accessToken !== null) credentials.accessToken = accessToken;
  return accessToken !== null;
}

interface Sending {
  readonly request: Request;
  readonly options: FetchOptions;
  readonly key: string | null;
  readonly body: ArrayBuffer | null;
}

async function withRetries(sending: Sending): Promise<Response> {
  const { request, options } = sending;
  const mayRepeat = options.retries && (request.method === 'GET' || request.method === 'PUT');
  for (let tries = 1; ; tries += 1) {
    const response = await sendAgainWhenCut(sending);
    const isBusy = response.status === 429 || response.status === 503;
    const waitMs = waitOf(response, tries);
    if (!mayRepeat || !isBusy || tries >= TRIES || waitMs > LONGEST_WAIT_MS) return response;
    if (waitMs > SILENT_WAIT_MS) options.note(`The server is busy; another try in ${Math.ceil(waitMs / 1000)} s.`);
    await sleep(waitMs, undefined, { signal: options.signal }).catch(() => {
      throw interrupted();
    });
  }
}

/** A connection cut before the answer was there: once more for what is harmless. Who timed out has waited long enough. */
async function sendAgainWhenCut(sending: Sending): Promise<Response> {
  try {
    return await sendOnce(sending);
  } catch (error) {
    const isHarmless = sending.request.method === 'GET' || sending.key !== null;
    if (!isHarmless || !(error instanceof CliError) || !wasCut(error)) throw error;
    return sendOnce(sending);
  }
}

async function sendOnce({ request, options, key, body }: Sending): Promise<Response> {
  const { timeoutMs, signal } = options;
  const { method, url } = request;
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    return await exchange(url, {
      method,
      headers: headersOf(request, options.credentials, key),
      body,
      signal: AbortSignal.any([signal, timeout]),
    });
  } catch (error) {
    throw networkError(error, request, { isInterrupted: signal.aborted, isTimeout: timeout.aborted, timeoutMs });
  }
}

function headersOf(request: Request, { accessToken, apiKey, project }: Credentials, key: string | null): Headers {
  const headers = new Headers(request.headers);
  if (takesApiKey(new URL(request.url).pathname)) {
    if (apiKey !== null) headers.set('X-Api-Key', apiKey);
  } else {
    if (accessToken !== null) headers.set('Authorization', `Bearer ${accessToken}`);
    if (project !== null) headers.set('X-Project-ID', String(project));
  }
  if (key !== null) headers.set('Idempotency-Key', key);
  return headers;
}

function waitOf(response: Response, tries: number): number {
  const seconds = Number(response.headers.get('retry-after'));
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : 200 * 2 ** tries;
}
