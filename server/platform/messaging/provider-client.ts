import { Bulkhead } from '../concurrency/bulkhead.ts';
import { ApiError } from '../errors.ts';
import { ChannelFailure, type FailureReason } from './channel.ts';

/** How long a provider may take to start its answer, in milliseconds. */
const ANSWER_MS = 3_000;
/** A success is a few hundred bytes; a longer answer is not read. */
const MAX_ANSWER_BYTES = 65_536;
/** Parallel calls, and so connections, to one provider: fetch opens one for each active call and reuses it. */
const MAX_CALLS = 50;
const MAX_WAITING = 1_000;

export interface ProviderCall {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** null sends none. */
  readonly body: string | null;
  /** The statuses that mean success; absent for every 2xx. */
  readonly statuses?: readonly number[];
  /** Reads the parsed body of a success; null where the status is enough. */
  readonly readOutcome: ((answer: unknown) => SendOutcome) | null;
}

/**
 * `not_sent`: the provider has taken the message, but its answer says that it will not send it. Another provider may. An accepted message
 * may have an id, by which the provider reports what happens to it.
 */
export type SendOutcome = 'accepted' | { readonly messageId: string } | 'not_sent' | 'bad_answer';

/** The client of one provider. Calls are never repeated, because a repeated call may send a second message. */
export class ProviderClient {
  readonly #budgetMs: number;
  readonly #bulkhead: Bulkhead;

  /** @param budgetSeconds for a whole call: the wait for a slot, the answer and its body */
  constructor(budgetSeconds: number) {
    this.#budgetMs = budgetSeconds * 1_000;
    this.#bulkhead = new Bulkhead({ slots: MAX_CALLS, queue: MAX_WAITING, waitMs: this.#budgetMs });
  }

  /**
   * Sends one request and reads the answer. Resolves to the id of the message, where the answer has one.
   * @throws ChannelFailure unless it is a success that says that the message was accepted
   */
  async send(call: ProviderCall): Promise<string | null> {
    const abort = new AbortController();
    const budget = setTimeout(() => abort.abort(), this.#budgetMs);
    try {
      return await this.#bulkhead.run(() => exchange(call, abort));
    } catch (error) {
      throw toFailure(error, abort.signal.aborted);
    } finally {
      clearTimeout(budget);
    }
  }
}

async function exchange(call: ProviderCall, abort: AbortController): Promise<string | null> {
  const response = await answerInTime(call, abort);
  const { status } = response;
  const { statuses, readOutcome } = call;
  const isSuccess = response.ok && statuses?.includes(status) !== false;
  if (!isSuccess || readOutcome === null) await response.body?.cancel();
  if (!isSuccess) throw new ChannelFailure(reasonOf(status), { status });
  if (readOutcome === null) return null;
  const text = await readCapped(response);
  const outcome = text === null ? 'bad_answer' : readOutcome(parsed(text));
  if (typeof outcome === 'object') return outcome.messageId;
  if (outcome !== 'accepted') throw new ChannelFailure(outcome, { status });
  return null;
}

async function answerInTime({ method, url, headers, body }: ProviderCall, abort: AbortController): Promise<Response> {
  const timer = setTimeout(() => abort.abort(), ANSWER_MS);
  try {
    return await fetch(url, { method, headers, body, redirect: 'manual', signal: abort.signal });
  } finally {
    clearTimeout(timer);
  }
}

/** null for a body that is too long; its connection is then closed. */
async function readCapped(response: Response): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_ANSWER_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function reasonOf(status: number): FailureReason {
  if (status < 300) return 'bad_answer';
  if (status < 400) return 'redirect';
  if (status === 401 || status === 403) return 'unauthorized';
  if (status === 429) return 'throttled';
  return status < 500 ? 'rejected' : 'provider_error';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Only the bulkhead throws an ApiError: too many calls wait. */
function toFailure(error: unknown, isAborted: boolean): ChannelFailure {
  if (error instanceof ChannelFailure) return error;
  if (error instanceof ApiError) return new ChannelFailure('busy');
  return isAborted ? new ChannelFailure('timeout') : new ChannelFailure('network', { networkCode: networkCode(error) });
}

/** Only the code: error messages of fetch may quote a header. */
function networkCode(error: unknown): string | null {
  const cause: unknown = error instanceof Error ? error.cause : null;
  const code: unknown = cause instanceof Error && 'code' in cause ? cause.code : null;
  return typeof code === 'string' && /^\w{1,60}$/.test(code) ? code : null;
}
