import { connect, type Socket } from 'node:net';
import { CARRIED, type LoadClient, type LoadPlan, type LoadResult } from './load-plan.ts';
import { bytesOf, readAnswer } from './load-wire.ts';

/**
 * A load generator in a separate process, started by `machine.ts`. Each client has one connection and sends its own requests in a loop.
 * It writes prepared bytes to raw sockets, because an HTTP client would need more of the core than some of the servers.
 */

const EMPTY: Buffer = Buffer.alloc(0);
/** A turn of the event loop that reads no answer is shorter. */
const IDLE_TURN_MS = 0.015;

class Tally {
  readonly statuses: Record<string, number> = {};
  readonly milliseconds: number[] = [];
  broken = 0;
  inTime = 0;
}

/** One connection with at most one request in flight; `done` resolves when the last answer has arrived. */
class LoadConnection {
  readonly done: Promise<void>;
  carried: string;
  readonly #url: URL;
  readonly #client: LoadClient;
  readonly #requests: readonly Buffer[];
  readonly #tally: Tally;
  readonly #endsAt: number;
  #finish: () => void = () => {};
  #socket: Socket;
  #received = EMPTY;
  #turn = 0;
  #sentAt = 0;

  constructor(url: URL, client: LoadClient, run: { tally: Tally; endsAt: number }) {
    this.#url = url;
    this.#client = client;
    this.carried = client.carried?.value ?? '';
    this.#requests = client.requests.map((request) => bytesOf(url, client, request));
    this.#tally = run.tally;
    this.#endsAt = run.endsAt;
    this.done = new Promise((resolve) => {
      this.#finish = resolve;
    });
    this.#socket = this.#connect();
    this.#send();
  }

  #connect(): Socket {
    const socket = connect({ port: Number(this.#url.port), host: this.#url.hostname, noDelay: true });
    socket.on('data', (chunk: Buffer) => this.#receive(chunk));
    socket.on('error', () => {});
    socket.on('close', () => {
      if (socket !== this.#socket) return;
      this.#tally.broken += 1;
      this.#next(true);
    });
    return socket;
  }

  #send(): void {
    this.#sentAt = performance.now();
    const turn = this.#turn % this.#requests.length;
    this.#socket.write((this.#client.carried === undefined ? this.#requests[turn] : this.#withCarried(turn)) ?? EMPTY);
    this.#turn += 1;
  }

  #withCarried(turn: number): Buffer | undefined {
    const request = this.#client.requests[turn];
    if (request === undefined) return undefined;
    return bytesOf(this.#url, this.#client, { ...request, body: request.body?.replace(CARRIED, this.carried) ?? '' });
  }

  #carry(body: Buffer): void {
    const field = this.#client.carried?.field;
    const value = field === undefined ? undefined : new RegExp(`"${field}":"([^"]+)"`).exec(body.toString())?.[1];
    this.carried = value ?? this.carried;
  }

  #receive(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const answer = readAnswer(this.#received);
    if (answer === null) return;
    const now = performance.now();
    this.#tally.statuses[answer.status] = (this.#tally.statuses[answer.status] ?? 0) + 1;
    this.#tally.milliseconds.push(now - this.#sentAt);
    if (now < this.#endsAt) this.#tally.inTime += 1;
    if (this.#client.carried !== undefined) this.#carry(this.#received);
    this.#next(answer.closes);
  }

  #next(reconnects: boolean): void {
    this.#received = EMPTY;
    const last = this.#socket;
    if (performance.now() >= this.#endsAt) {
      last.removeAllListeners('close').destroy();
      this.#finish();
      return;
    }
    if (reconnects) {
      this.#socket = this.#connect();
      last.destroy();
    }
    this.#send();
  }
}

/**
 * Keeps the generator from sleeping: on a virtual machine each wake-up of another core costs the server 10 µs, which would be charged to
 * fast servers more than to slow ones. `end` returns the share of turns of the event loop that had something to do, by time.
 */
function spin(): { end(): number } {
  const startedAt = performance.now();
  let [idleMs, last] = [0, startedAt];
  let isRunning = true;
  const turn = (): void => {
    const now = performance.now();
    if (now - last < IDLE_TURN_MS) idleMs += now - last;
    last = now;
    if (isRunning) setImmediate(turn);
  };
  turn();
  return {
    end() {
      isRunning = false;
      return 1 - idleMs / (performance.now() - startedAt);
    },
  };
}

async function run({ url, seconds, clients, staysAwake = false }: LoadPlan): Promise<LoadResult> {
  const tally = new Tally();
  const address = new URL(url);
  const startedAt = performance.now();
  const cpuBefore = process.cpuUsage();
  const awake = staysAwake ? spin() : null;
  const endsAt = startedAt + seconds * 1_000;
  const connections = clients.map((client) => new LoadConnection(address, client, { tally, endsAt }));
  await Promise.all(connections.map(({ done }) => done));
  const { user, system } = process.cpuUsage(cpuBefore);
  const busyShare = (user + system) / 1_000 / (performance.now() - startedAt);
  const sorted = tally.milliseconds.toSorted((left, right) => left - right);
  const percentile = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return {
    rate: tally.inTime / seconds,
    statuses: tally.statuses,
    broken: tally.broken,
    p50: percentile(0.5),
    p99: percentile(0.99),
    carried: connections.map(({ carried }) => carried),
    busy: awake?.end() ?? busyShare,
  };
}

process.once('message', (plan: LoadPlan) => {
  void run(plan).then((result) => process.send?.(result, () => process.disconnect()));
});
process.send?.('ready');
