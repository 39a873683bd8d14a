import { ApiError } from '../errors.ts';
import { Gate } from '../http/gate.ts';
import { ChannelFailure } from './channel.ts';

/** How long a provider may take to begin its answer, in milliseconds. */
const ANSWER_MS = 3_000;
/** A success is a few hundred bytes; what goes beyond is never read. */
const MAX_ANSWER_BYTES = 16_384;
/** fetch opens a connection for each call under way and keeps it for the next, so this bounds the connections to one provider. */
const CONNECTIONS = 50;
const MOST_WAITING = 1_000;

export interface ProviderCall {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Whether the parsed body of a 2xx says that the message was taken. */
  readonly isTaken: (answer: unknown) => boolean;
}

/** One provider: calls are made once, never repeated, for a repeated call may be a second message. */
export class ProviderClient {
  readonly #budgetMs: number;
  readonly #gate: Gate;

  /** @param budgetSeconds for a whole call: waiting for a connection, the answer and its body. */
  constructor(budgetSeconds: number) {
    this.#budgetMs = budgetSeconds * 1_000;
    this.#gate = new Gate({ places: CONNECTIONS, queue: MOST_WAITING, waitMs: this.#budgetMs });
  }

  /**
   * POSTs once and reads the answer.
   * @throws ChannelFailure unless it is a 2xx that says the message was taken.
   */
  async post(call: ProviderCall): Promise<void> {
    const abort = new AbortController();
    const budget = setTimeout(() => abort.abort(), this.#budgetMs);
    try {
      await this.#gate.run(() => exchange(call, abort));
    } catch (error) {
      throw toFailure(error, abort.signal.aborted);
    } finally {
      clearTimeout(budget);
    }
  }
}

async function exchange(call: ProviderCall, abort: AbortController): Promise<void> {
  const response = await answerInTime(call, abort);
  const { status } = response;
  if (!response.ok) {
    await response.body?.cancel();
    throw new ChannelFailure(reasonOf(status), { status });
  }
  const text = await readCapped(response);
  if (text === null || !call.isTaken(parsed(text))) throw new ChannelFailure('bad_answer', { status });
}

async function answerInTime({ url, headers, body }: ProviderCall, abort: AbortController): Promise<Response> {
  const timer = setTimeout(() => abort.abort(), ANSWER_MS);
  try {
    return await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal: abort.signal });
  } finally {
    clearTimeout(timer);
  }
}

/** Null, and the connection is closed, when the body is too long. */
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

function reasonOf(status: number): 'redirect' | 'unauthorized' | 'throttled' | 'rejected' | 'provider_error' {
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

/** The gate alone throws an ApiError: too many calls wait for a connection. */
function toFailure(error: unknown, isAborted: boolean): ChannelFailure {
  if (error instanceof ChannelFailure) return error;
  if (error instanceof ApiError) return new ChannelFailure('busy');
  return isAborted ? new ChannelFailure('timeout') : new ChannelFailure('network', { networkCode: networkCode(error) });
}

/** The code alone: messages of fetch may quote a header. */
function networkCode(error: unknown): string | null {
  const cause: unknown = error instanceof Error ? error.cause : null;
  const code: unknown = cause instanceof Error && 'code' in cause ? cause.code : null;
  return typeof code === 'string' && /^\w{1,60}$/.test(code) ? code : null;
}
