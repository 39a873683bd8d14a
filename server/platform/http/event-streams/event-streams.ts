import type { Request, Response } from 'express';
import { clientAddress } from '../limits/client-address.ts';
import { STALLED_MS } from '../server-limits.ts';
import type { Opening, StreamEvent } from './opening.ts';
import { beginStream, LONG_RETRY_MS, postponeStream } from './stream-answer.ts';

export interface StreamTimes {
  /** The mean pause between heartbeats in milliseconds; one pause is a fifth shorter or longer. */
  readonly heartbeatMs: number;
  /** The mean life of a stream in milliseconds; one life is a tenth shorter or longer. */
  readonly lifeMs: number;
}

const TIMES: StreamTimes = { heartbeatMs: 25_000, lifeMs: 3_600_000 };
/** How soon a client returns after its stream has ended, in milliseconds. */
const RETRY_MS = 3_000;
/** The streams of a process that ends return at a random time between these. */
const RETURN_MS = { from: 1_000, to: 5_000 };
const SWEEP_MS = 100;
/** Readers fetch the change after an event, so an event reaches many readers one after the other. */
const SPREAD_MS_PER_READER = 0.75;
const MAX_SPREAD_MS = 2_000;

/** The streams of one address. Phones need none; pages of an office share its address. */
const MAX_PER_ADDRESS = 50;

interface Topic {
  readonly readers: Set<Reader>;
  latest: StreamEvent;
}

/** An open stream. Its times are those of `performance.now()`. */
interface Reader {
  readonly res: Response;
  readonly topic: Topic;
  readonly name: string;
  /** As rate limits count it. */
  readonly address: string;
  readonly endsAt: number;
  beatAt: number;
  /** When it gets the latest event; Infinity when it has it. */
  dueAt: number;
}

/**
 * The open streams of server-sent events of one process. A reader has at most one event to get, the latest, so nothing queues up. A reader
 * that has not taken what was written before is dropped; it gets the latest event when it returns.
 */
export class EventStreams {
  readonly #limit: number;
  readonly #times: StreamTimes;
  readonly #topics = new Map<string, Topic>();
  readonly #readers = new Set<Reader>();
  readonly #byAddress = new Map<string, number>();
  #sweeping: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(limit: number, times: StreamTimes = TIMES) {
    this.#limit = limit;
    this.#times = times;
  }

  get size(): number {
    return this.#readers.size;
  }

  get isFull(): boolean {
    return this.size >= this.#limit;
  }

  hasReaders(topic: string): boolean {
    return this.#topics.has(topic);
  }

  /**
   * Answers with a stream. A refusal would make clients ask again at once, so a client without a place is sent away with a time to return.
   */
  open(req: Request, res: Response, opening: Opening): void {
    // an answer that waits behind another one on its connection would hold a place without a reader
    const address = clientAddress(req);
    const isTaken = this.isFull || this.#openBy(address) >= MAX_PER_ADDRESS;
    if (isTaken || res.socket === null) return postponeStream(req, res, LONG_RETRY_MS);
    if (this.#isClosed) return postponeStream(req, res, between(RETURN_MS));
    const topic = this.#topicOf(opening);
    const isBehind = newestSeen(req, opening) < topic.latest.id;
    if (!beginStream(req, res, `retry: ${RETRY_MS}\n${isBehind ? eventText(topic.latest) : `id: ${topic.latest.id}\n\n`}`)) return;
    const now = performance.now();
    const { heartbeatMs, lifeMs } = this.#times;
    const times = { endsAt: now + around(lifeMs, 0.1), beatAt: now + around(heartbeatMs, 0.2), dueAt: Number.POSITIVE_INFINITY };
    const reader: Reader = { res, topic, name: opening.topic, address, ...times };
    topic.readers.add(reader);
    this.#topics.set(opening.topic, topic);
    this.#readers.add(reader);
    this.#byAddress.set(address, this.#openBy(address) + 1);
    res.on('close', () => this.#remove(reader));
    this.#sweeping ??= setInterval(() => this.#sweep(), SWEEP_MS).unref();
  }

  /** Sends an event to the readers of a topic, spread over a time that grows with their number. */
  publish(name: string, latest: StreamEvent): void {
    const topic = this.#topics.get(name);
    if (topic === undefined) return;
    topic.latest = latest;
    const spreadMs = Math.min(MAX_SPREAD_MS, topic.readers.size * SPREAD_MS_PER_READER);
    const now = performance.now();
    for (const reader of topic.readers) reader.dueAt = Math.min(reader.dueAt, now + Math.random() * spreadMs);
  }

  /** Ends the streams of a topic that no longer exists. */
  endTopic(name: string): void {
    for (const { res } of this.#take(this.#topics.get(name)?.readers)) end(res, `retry: ${LONG_RETRY_MS}\n\n`);
  }

  /** Ends all streams, whose clients return to another process or to the next one; admits no more. */
  close(): void {
    this.#isClosed = true;
    for (const { res } of this.#take(this.#readers)) end(res, `retry: ${between(RETURN_MS)}\n\n`);
  }

  #openBy(address: string): number {
    return this.#byAddress.get(address) ?? 0;
  }

  #topicOf({ topic: name, latest }: Opening): Topic {
    const known = this.#topics.get(name);
    if (known === undefined) return { readers: new Set(), latest };
    // the opener may have read the state after the last event
    if (latest.id > known.latest.id) known.latest = latest;
    return known;
  }

  #take(readers: Iterable<Reader> = []): Reader[] {
    const taken = [...readers];
    for (const reader of taken) this.#remove(reader);
    return taken;
  }

  #remove(reader: Reader): void {
    if (!this.#readers.delete(reader)) return;
    const { topic, name, address } = reader;
    const left = this.#openBy(address) - 1;
    if (left > 0) this.#byAddress.set(address, left);
    else this.#byAddress.delete(address);
    topic.readers.delete(reader);
    if (topic.readers.size === 0) this.#topics.delete(name);
    if (this.#readers.size > 0) return;
    clearInterval(this.#sweeping);
    this.#sweeping = undefined;
  }

  #sweep(): void {
    const now = performance.now();
    for (const reader of this.#readers) {
      const { res, topic } = reader;
      if (now >= reader.endsAt) {
        this.#remove(reader);
        end(res, '');
      } else if (now >= reader.dueAt) {
        reader.dueAt = Number.POSITIVE_INFINITY;
        this.#send(reader, eventText(topic.latest));
      } else if (now >= reader.beatAt) {
        reader.beatAt = now + around(this.#times.heartbeatMs, 0.2);
        this.#send(reader, ':\n\n');
      }
    }
  }

  #send(reader: Reader, text: string): void {
    if (reader.res.writableLength === 0 && !reader.res.destroyed) {
      reader.res.write(text);
      return;
    }
    this.#remove(reader);
    reader.res.destroy();
  }
}

function end(res: Response, text: string): void {
  // a client that does not read must not keep the connection
  res.socket?.setTimeout(STALLED_MS);
  res.end(text);
}

function eventText({ id, data }: StreamEvent): string {
  return `id: ${id}\nevent: message\ndata: ${data}\n\n`;
}

/** The newest event that the client has seen; one that names none begins now. */
function newestSeen({ headers }: Request, { since }: Opening): number {
  const given = headers['last-event-id'];
  const last = typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : null;
  return since === null && last === null ? Number.POSITIVE_INFINITY : Math.max(since ?? 0, last ?? 0);
}

function around(mean: number, share: number): number {
  return mean * (1 + share * (2 * Math.random() - 1));
}

function between({ from, to }: { readonly from: number; readonly to: number }): number {
  return Math.round(from + (to - from) * Math.random());
}
