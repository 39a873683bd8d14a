import { mkdtempSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { measure, pinProcess, residentMegabytes, runInTurn, runOpenLoad, type Served, startDiwan, summarize } from './machine.ts';
import { figure, promise, title } from './report.ts';
import { benchEnvironment, call, createShop } from './setup.ts';

const STREAMS = 2_000;
/** How many connections are opened at once. */
const CHUNK = 100;
const ROUNDS = 5;
const CHANGES = 3;
/** The garbage of the start is collected. */
const SETTLE_MS = 5_000;
const READS = { seconds: 3, rate: 500 };
const PATH = '/api/v1/apps/shop';

/** 2,000 open streams of changes: their memory, the reads beside them, and the time until a change reaches all. */
export async function benchStreams(): Promise<void> {
  // this process holds the streams' other ends: on the server's core they would count as time of the server
  pinProcess(process.pid, 1);
  const env = await benchEnvironment(`sqlite:${path.join(mkdtempSync(path.join(tmpdir(), 'diwan-bench-')), 'diwan.sqlite')}`);
  const diwan = await startDiwan({ ...env, STREAM_CONNECTIONS: String(STREAMS), TRUST_PROXY: '1' });
  await createShop(diwan.url, env.ADMIN_API_KEY);
  title(`${STREAMS} open streams of changes`);
  await reportMemory(diwan);
  await measure({ url: `${diwan.url}${PATH}/bootstrap`, connections: 16, seconds: 5 });
  await reportReads(diwan);
  await reportChanges(diwan, env.ADMIN_API_KEY);
  await diwan.stop();
}

/** Before any load, whose garbage would be counted against the streams. */
async function reportMemory(diwan: Served): Promise<void> {
  await sleep(SETTLE_MS);
  const before = residentMegabytes(diwan.pid);
  const streams = await Streams.open(diwan);
  // heartbeats too
  await sleep(40_000);
  const added = residentMegabytes(diwan.pid) - before;
  await streams.close();
  promise('memory of the idle streams, MB', added, { atMost: 60 });
  figure('KB for each', ((added * 1024) / STREAMS).toFixed(1));
}

/** The first read of each turn is not measured: under it the garbage of opening and closing 2,000 connections is collected. */
async function reportReads(diwan: Served): Promise<void> {
  const clients = Array.from({ length: 16 }, () => ({ requests: [{ method: 'GET', path: `${PATH}/bootstrap?platform=ios` }] }));
  const read = async (): Promise<number> => (await runOpenLoad({ url: diwan.url, ...READS, clients })).acceptedP99;
  const without = async (): Promise<number> => {
    await read();
    return read();
  };
  const withStreams = async (): Promise<number> => {
    const streams = await Streams.open(diwan);
    await read();
    const p99 = await read();
    await streams.close();
    return p99;
  };
  const { medians } = summarize(await runInTurn(ROUNDS, { without, with: withStreams }), (p99) => p99);
  const { without: alone = Number.NaN, with: beside = Number.NaN } = medians;
  figure(`p99 of ${READS.rate} reads a second without them, ms`, alone.toFixed(2));
  figure('p99 beside them, ms', beside.toFixed(2));
  promise('difference, ms', beside - alone, { atMost: 1 });
}

async function reportChanges(diwan: Served, apiKey: string): Promise<void> {
  const streams = await Streams.open(diwan);
  let slowest = 0;
  for (let change = 0; change < CHANGES; change += 1) {
    const reached = streams.nextEvent();
    await call(diwan.url, apiKey, { path: '/admin/apps/shop/features/flag_0', method: 'PUT', body: { config: { change } } });
    const startedAt = performance.now();
    slowest = Math.max(slowest, (await reached) - startedAt);
    await sleep(1_000);
  }
  await streams.close();
  promise(`ms until a change has reached all, slowest of ${CHANGES}`, slowest, { atMost: 3_000 });
}

/** Open streams on raw sockets, because clients for HTTP would need more memory than the server. */
class Streams {
  readonly #sockets = new Set<Socket>();
  #waiting = new Set<Socket>();
  #reached: (at: number) => void = () => {};

  static async open({ url }: Served): Promise<Streams> {
    const streams = new Streams();
    const { hostname, port } = new URL(url);
    for (let opened = 0; opened < STREAMS; opened += CHUNK)
      await Promise.all(Array.from({ length: CHUNK }, () => streams.#add(connect(Number(port), hostname))));
    return streams;
  }

  /** The time at which each stream has got one more event. */
  nextEvent(): Promise<number> {
    this.#waiting = new Set(this.#sockets);
    return new Promise((resolve) => {
      this.#reached = resolve;
    });
  }

  /** Resolves when the server has noticed. */
  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await sleep(1_000);
  }

  #add(socket: Socket): Promise<void> {
    this.#sockets.add(socket);
    // an address has few streams, so each forty come from another one
    const address = `192.0.2.${Math.floor(this.#sockets.size / 40)}`;
    socket.write(`GET ${PATH}/events HTTP/1.1\r\nHost: bench\r\nX-Forwarded-For: ${address}\r\n\r\n`);
    return new Promise((resolve, reject) => {
      socket.on('error', reject);
      socket.on('data', (chunk) => {
        const text = String(chunk);
        if (text.includes('retry: 3000')) resolve();
        else if (text.includes('retry:')) reject(new Error(`A stream was not admitted: ${text}`));
        if (!text.includes('event: message') || !this.#waiting.delete(socket)) return;
        if (this.#waiting.size === 0) this.#reached(performance.now());
      });
    });
  }
}
