import { connect, type Socket } from 'node:net';
import { bytesOf, readAnswer } from './load-wire.ts';
import type { OpenPlan, OpenResult } from './open-load-plan.ts';

/**
 * A load generator that sends requests at a fixed rate, whether the server answers or not. The time of an answer counts from the moment
 * at which its request was due, and includes the wait for an idle connection.
 */

const EMPTY: Buffer = Buffer.alloc(0);
/** Opened before the first request, as balancers do: Node accepts one connection in each turn of its event loop. */
const CONNECTIONS = 500;
const TICK_MS = 2;
const PROBE_EVERY_MS = 50;
/** Answers may arrive so long after the last request. */
const PATIENCE_MS = 4_000;

class OpenLoad {
  readonly #plan: OpenPlan;
  readonly #url: URL;
  readonly #requests: readonly Buffer[];
  readonly #probe: Buffer;
  readonly #idle = new Set<Connection>();
  /** Requests that wait for an idle connection. */
  readonly #queue: ((connection: Connection) => void)[] = [];
  #startedAt = 0;
  readonly #accepted: number[] = [];
  readonly #refused: number[] = [];
  readonly #probes: number[] = [];
  readonly #others: Record<string, number> = {};
  #sent = 0;
  #answered = 0;
  #probesSent = 0;

  constructor(plan: OpenPlan) {
    this.#plan = plan;
    this.#url = new URL(plan.url);
    this.#requests = plan.clients.flatMap((client) => client.requests.map((request) => bytesOf(this.#url, client, request)));
    this.#probe = bytesOf(this.#url, { requests: [] }, { method: 'GET', path: '/healthz' });
  }

  async run(): Promise<OpenResult> {
    await Promise.all(Array.from({ length: CONNECTIONS }, () => this.#open()));
    const cpuBefore = process.cpuUsage();
    this.#startedAt = performance.now();
    const endsAt = this.#startedAt + this.#plan.seconds * 1_000;
    await new Promise<void>((resolve) => {
      const timer = setInterval(() => {
        const now = performance.now();
        if (now < endsAt) return this.#sendDue(now);
        if (this.#answered < this.#sent && now < endsAt + PATIENCE_MS) return;
        clearInterval(timer);
        resolve();
      }, TICK_MS);
    });
    const { user, system } = process.cpuUsage(cpuBefore);
    const unanswered = this.#sent - this.#answered;
    return {
      goodput: this.#accepted.length / this.#plan.seconds,
      accepted: this.#accepted.length,
      acceptedP99: percentile(this.#accepted, 0.99),
      refused: this.#refused.length,
      refusedP99: percentile(this.#refused, 0.99),
      probeP99: percentile(this.#probes, 0.99),
      others: unanswered > 0 ? { ...this.#others, unanswered, queued: this.#queue.length } : this.#others,
      busy: (user + system) / 1_000 / (performance.now() - this.#startedAt),
    };
  }

  #sendDue(now: number): void {
    const due = (count: number, perSecond: number): number => this.#startedAt + (count / perSecond) * 1_000;
    for (; due(this.#sent, this.#plan.rate) <= now; this.#sent += 1) {
      const request = this.#requests[this.#sent % this.#requests.length] ?? EMPTY;
      this.#send(request, due(this.#sent, this.#plan.rate), (status, ms) => this.#count(status, ms));
    }
    for (; due(this.#probesSent, 1_000 / PROBE_EVERY_MS) <= now; this.#probesSent += 1)
      this.#send(this.#probe, due(this.#probesSent, 1_000 / PROBE_EVERY_MS), (_status, ms) => this.#probes.push(ms));
  }

  #count(status: string, ms: number): void {
    this.#answered += 1;
    if (/^[23]/.test(status)) this.#accepted.push(ms);
    else if (status === '503') this.#refused.push(ms);
    else this.#others[status] = (this.#others[status] ?? 0) + 1;
  }

  #send(request: Buffer, dueAt: number, done: (status: string, ms: number) => void): void {
    const send = (connection: Connection): void => {
      connection.send(request, (status) => done(status, performance.now() - dueAt));
    };
    const [connection] = this.#idle;
    if (connection === undefined) return void this.#queue.push(send);
    this.#idle.delete(connection);
    send(connection);
  }

  #open(): Promise<void> {
    return new Promise((resolve) => {
      const release = (connection: Connection): void => {
        resolve();
        const next = this.#queue.shift();
        if (next === undefined) this.#idle.add(connection);
        else next(connection);
      };
      const closed = (): void => {
        this.#idle.delete(connection);
        void this.#open();
      };
      const connection: Connection = new Connection(this.#url, { release, closed });
      // a connection is open for its client long before the server accepts it
      connection.send(this.#probe, () => {});
    });
  }
}

interface Events {
  /** Called after each answer. */
  release(connection: Connection): void;
  closed(): void;
}

/** One connection with at most one request in flight. */
class Connection {
  readonly #socket: Socket;
  #received = EMPTY;
  #done: ((status: string) => void) | null = null;

  constructor(url: URL, { release, closed }: Events) {
    this.#socket = connect({ port: Number(url.port), host: url.hostname, noDelay: true });
    this.#socket.on('error', () => {});
    this.#socket.on('close', () => {
      this.#finish('broken');
      closed();
    });
    this.#socket.on('data', (chunk: Buffer) => {
      this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
      const answer = readAnswer(this.#received);
      if (answer === null) return;
      this.#received = EMPTY;
      this.#finish(answer.status);
      if (answer.closes) this.#socket.destroy();
      else release(this);
    });
  }

  send(request: Buffer, done: (status: string) => void): void {
    this.#done = done;
    this.#socket.write(request);
  }

  #finish(status: string): void {
    this.#done?.(status);
    this.#done = null;
  }
}

function percentile(values: readonly number[], share: number): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length * share)] ?? Number.NaN;
}

process.once('message', (plan: OpenPlan) => {
  void new OpenLoad(plan).run().then((result) => process.send?.(result, () => process.exit()));
});
process.send?.('ready');
