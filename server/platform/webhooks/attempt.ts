import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { propertyOf } from '../property-of.ts';
import type { Targets } from './target.ts';

/** In milliseconds. */
export interface AttemptLimits {
  /** To find the receiver and to be connected to it, including TLS. */
  readonly connectMs: number;
  /** For all, with the part of the answer that is read. */
  readonly allMs: number;
}

const ATTEMPT_LIMITS: AttemptLimits = { connectMs: 5_000, allMs: 15_000 };
const MAX_ANSWER_BYTES = 64 * 1_024;
const KEPT_ANSWER_BYTES = 1_024;

/** The result of one try. It is a success when `status` is 2xx, whatever happened to the rest of the answer. */
export interface AttemptResult {
  /** null when no answer came. */
  readonly status: number | null;
  readonly durationMs: number;
  /** A code or a few words, without addresses; null with a status. */
  readonly error: string | null;
  /** The first kB of the answer; null for none. */
  readonly answer: string | null;
  readonly retryAfter: string | undefined;
}

export interface SignedMessage {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends one message and never rejects because of the receiver. Redirects are not followed. */
export async function attempt(targets: Targets, message: SignedMessage, limits = ATTEMPT_LIMITS): Promise<AttemptResult> {
  const begun = performance.now();
  const since = (): number => Math.round(performance.now() - begun);
  const fault = targets.faultOf(message.url);
  if (fault !== null) return { status: null, durationMs: 0, error: TARGET_ERRORS[fault], answer: null, retryAfter: undefined };
  try {
    const response = await exchange(targets, message, limits).catch((error: unknown) => {
      // the receiver closed an idle connection at the moment of its reuse
      if (error instanceof Reused) return exchange(targets, message, { ...limits, allMs: limits.allMs - since(), isRepeat: true });
      throw error;
    });
    const answer = await readStart(response);
    return { status: response.statusCode ?? null, durationMs: since(), error: null, answer, retryAfter: response.headers['retry-after'] };
  } catch (error) {
    return { status: null, durationMs: since(), error: describe(error), answer: null, retryAfter: undefined };
  }
}

const TARGET_ERRORS = {
  url: 'the URL is not valid',
  https: 'the URL is not https',
  credentials: 'the URL has credentials',
  private: 'the address is private or special',
} as const;

class TimedOut extends Error {}
class Reused extends Error {}

interface ExchangeLimits extends AttemptLimits {
  /** Whether it needs a connection that was never used. */
  readonly isRepeat?: boolean;
}

/** Resolves to the head of the answer. Its body ends when the time for all is over. */
function exchange(targets: Targets, { url: text, headers, body }: SignedMessage, limits: ExchangeLimits): Promise<IncomingMessage> {
  const url = new URL(text);
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  const content = Buffer.from(body);
  const fixed = { 'content-type': 'application/json', 'content-length': String(content.length), 'user-agent': 'Diwan-Webhooks' };
  return new Promise((resolve, reject) => {
    const request = send(url, { method: 'POST', headers: { ...fixed, ...headers }, ...targets.connectionOf(url, limits) }, resolve);
    const stopWith = (message: string) => () => request.destroy(new TimedOut(message));
    const all = setTimeout(
      stopWith(limits.isRepeat === true ? 'no answer in time' : `no answer within ${limits.allMs / 1_000} s`),
      limits.allMs,
    );
    const connecting = setTimeout(stopWith(`no connection within ${limits.connectMs / 1_000} s`), limits.connectMs);
    request.once('socket', (socket) => {
      if (!socket.connecting) clearTimeout(connecting);
      else socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => clearTimeout(connecting));
    });
    request.once('close', () => {
      clearTimeout(all);
      clearTimeout(connecting);
      // after an answer it has no effect; an upgrade that was not asked for ends without one
      reject(new Error('no answer'));
    });
    request.on('error', (error) => reject(request.reusedSocket && !(error instanceof TimedOut) ? new Reused() : error));
    request.end(content);
  });
}

/** The first kB of the answer as far as it comes in time. Reads at most 64 kB, so that the connection can be used again. */
async function readStart(response: IncomingMessage): Promise<string | null> {
  const kept: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response) {
      if (!(chunk instanceof Buffer)) break;
      if (bytes < KEPT_ANSWER_BYTES) kept.push(chunk.subarray(0, KEPT_ANSWER_BYTES - bytes));
      bytes += chunk.length;
      if (bytes > MAX_ANSWER_BYTES) break;
    }
  } catch {
    // the status line decides
  }
  return bytes === 0 ? null : Buffer.concat(kept).toString('utf8');
}

function describe(error: unknown): string {
  if (error instanceof TimedOut) return error.message;
  const code = propertyOf(error, 'code');
  if (code === 'EADDRREFUSED' || (error instanceof Error && error.message.includes('is not allowed'))) return TARGET_ERRORS.private;
  return typeof code === 'string' ? code.slice(0, 100) : 'no answer';
}
