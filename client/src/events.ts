import type { Batch } from './api.ts';
import { asDiwanError, DiwanError } from './errors.ts';
import { encode, type HttpAnswer, type HttpRequest } from './http.ts';
import { chain, type Env, type MaybePromise } from './platform/env.ts';
import type { SafeStorage } from './storage.ts';

export interface EventContext {
  readonly userId: string | undefined;
  readonly installationId: string;
  readonly platform: string | undefined;
  readonly appVersion: string;
  readonly country: string | undefined;
  readonly language: string | undefined;
}

export interface EventDeps {
  readonly env: Env;
  readonly app: string;
  readonly storage: SafeStorage;
  readonly context: () => MaybePromise<EventContext>;
  /** Sends a request without the token of the user. */
  send<T>(request: HttpRequest): Promise<HttpAnswer<T>>;
}

const QUEUE = 'events';
const MAX_KEPT = 1_000;
const MAX_BATCH = 100;
const MAX_BYTES = 200_000;
const FLUSH_AT = 20;
const FLUSH_AFTER_MS = 10_000;
const FIRST_BACKOFF_MS = 1_000;
const LONGEST_BACKOFF_MS = 300_000;

/** Keeps events in the storage, a line each, until the server has answered for them. Several tabs may share the storage. */
export class Events {
  /** How many events the queue lost because it was full, or because the server or JSON cannot take them. */
  dropped = 0;
  private readonly deps: EventDeps;
  private count = 0;
  private unsaved = 0;
  private batchSize = MAX_BATCH;
  private failures = 0;
  private flushing: Promise<void> | null = null;
  private cancelTimer: (() => void) | null = null;
  /** Ends when the event that was tracked last is in the storage. */
  private stored: MaybePromise<void> = undefined;
  private isHeld = false;
  private isClosed = false;

  constructor(deps: EventDeps) {
    this.deps = deps;
    void chain(deps.storage.get(QUEUE), (text) => {
      this.count = Math.max(this.count, linesOf(text).length);
    });
  }

  /** How many events wait for the server. */
  get pending(): number {
    return this.count + this.unsaved;
  }

  /** Stores an event; where the storage is synchronous, it is stored when this returns. */
  track(type: string, data?: object): void {
    const { env } = this.deps;
    const eventId = env.randomUUID();
    const occurredAt = new Date(env.now()).toISOString();
    const copied = this.copyOf(data);
    if (copied === null) return;
    this.unsaved += 1;
    this.stored = chain(this.deps.context(), (context) => {
      const line = JSON.stringify({ eventId, eventType: type, occurredAt, ...context, eventData: copied.data });
      return this.edit((lines) => {
        this.unsaved -= 1;
        const all = [...lines, line];
        this.dropped += Math.max(0, all.length - MAX_KEPT);
        return all.slice(-MAX_KEPT);
      });
    });
    void chain(this.stored, () => {
      if (this.pending >= FLUSH_AT && this.failures === 0 && !this.isHeld) void this.flush();
      else this.schedule(FLUSH_AFTER_MS);
    });
  }

  /** Sends what waits, as far as the server takes it; waits no longer than one request for each batch. */
  flush(): Promise<void> {
    if (this.isHeld || this.isClosed) return Promise.resolve();
    this.flushing ??= this.sendAll().finally(() => {
      this.flushing = null;
    });
    return this.flushing;
  }

  close(): void {
    this.isClosed = true;
    this.cancelTimer?.();
  }

  private async sendAll(): Promise<void> {
    this.cancelTimer?.();
    this.cancelTimer = null;
    for (;;) {
      await this.stored;
      const lines = linesOf(await this.deps.storage.get(QUEUE));
      this.count = lines.length;
      const batch = batchOf(lines, this.batchSize);
      if (batch.length === 0) this.batchSize = MAX_BATCH;
      if (batch.length === 0 || this.isClosed) return;
      try {
        const isDone = await this.sendBatch(batch);
        if (!isDone) return this.backOff(null);
        this.failures = 0;
      } catch (error) {
        if (!(await this.survive(asDiwanError(error), batch))) return;
      }
    }
  }

  /** Resolves to whether the server took or refused all of them for good. */
  private async sendBatch(batch: readonly string[]): Promise<boolean> {
    const path = `/api/v1/apps/${encode(this.deps.app)}/analytics/batch`;
    const body = { events: batch.map((line): unknown => JSON.parse(line)) };
    const { body: answer } = await this.deps.send<Batch>({ method: 'POST', path, body });
    const kept = new Set(answer.results.filter(({ retryable }) => retryable === true).map(({ index }) => index));
    this.dropped += answer.results.filter(({ status, retryable }) => status === 'rejected' && retryable !== true).length;
    await this.remove(batch.filter((_, index) => !kept.has(index)));
    return kept.size === 0;
  }

  /** Resolves to whether the next batch may be tried at once. */
  private async survive(error: DiwanError, batch: readonly string[]): Promise<boolean> {
    if (error.status === 413 || error.status === 400) {
      if (batch.length > 1) this.batchSize = Math.ceil(batch.length / 2);
      else {
        this.dropped += 1;
        await this.remove(batch);
      }
      return true;
    }
    if (error.action !== 'retry_later' && error.action !== 'retry_same_key') this.deps.env.onError(error);
    this.backOff(error.retryAfterSeconds);
    return false;
  }

  /** The next try comes later each time; before `Retry-After` has passed there is none, by hand neither. */
  private backOff(retryAfterSeconds: number | null): void {
    const growing = Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** this.failures);
    this.failures += 1;
    this.isHeld = retryAfterSeconds !== null;
    this.cancelTimer?.();
    this.cancelTimer = null;
    const jittered = growing * (0.5 + Math.random() / 2);
    this.schedule(Math.max(jittered, (retryAfterSeconds ?? 0) * 1_000));
  }

  private schedule(ms: number): void {
    if (this.cancelTimer !== null || this.isClosed) return;
    this.cancelTimer = this.deps.env.timer(() => {
      this.cancelTimer = null;
      this.isHeld = false;
      void this.flush();
    }, ms);
  }

  private remove(sent: readonly string[]): MaybePromise<void> {
    const gone = new Set(sent);
    return this.edit((lines) => lines.filter((line) => !gone.has(line)));
  }

  private edit(change: (lines: readonly string[]) => readonly string[]): MaybePromise<void> {
    return this.deps.storage.edit(QUEUE, (text) => {
      const lines = change(linesOf(text));
      this.count = lines.length;
      return lines.length === 0 ? null : lines.join('\n');
    });
  }

  /** The data as it is now, because the app may change the object; null when JSON cannot hold it. */
  private copyOf(data: object | undefined): { readonly data: unknown } | null {
    try {
      return { data: data === undefined ? undefined : JSON.parse(JSON.stringify(data)) };
    } catch {
      this.dropped += 1;
      const message = 'The data of an event cannot be written as JSON: the event is dropped.';
      this.deps.env.onError(new DiwanError({ status: 0, code: 'event_data', action: 'fix_request', message }));
      return null;
    }
  }
}

function linesOf(text: string | null): string[] {
  // a line that a crash has cut off must not hold up the others
  return text === null ? [] : text.split('\n').filter((line) => line.startsWith('{"eventId"') && line.endsWith('}'));
}

/** The oldest events, as many as one request may have. */
function batchOf(lines: readonly string[], size: number): string[] {
  const batch: string[] = [];
  let bytes = 0;
  for (const line of lines.slice(0, size)) {
    bytes += bytesOf(line) + 1;
    if (batch.length > 0 && bytes > MAX_BYTES) break;
    batch.push(line);
  }
  return batch;
}

/** The length in UTF-8. */
function bytesOf(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code > 0x7f) bytes += 1;
    // half of a surrogate pair takes two of its four bytes
    if (code > 0x7ff && (code < 0xd800 || code > 0xdfff)) bytes += 1;
  }
  return bytes;
}
