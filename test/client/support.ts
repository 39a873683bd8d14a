import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Client, type ClientOptions, createClient, type DiwanError, type KeyValueStorage } from '../../client/src/index.ts';
import type { Environment } from '../../server/config/types.ts';
import { type MovableClock, movableClock, publish, registerApp } from '../apps/support.ts';
import { admin } from '../support/requests/client.ts';
import { startServer, type TestServer } from '../support/server.ts';

export const PASSWORD = 'correct horse battery';
const CODE = '246810';
const PHONES = Array.from({ length: 10 }, (_, index) => `+1555010000${index}`);

/**
 * The fault of one request: `lost` never reaches the server, `unanswered` reaches it and its answer is lost, `half` ends in the middle
 * of its answer, `late` waits 5 s, a number is a refusal by a proxy.
 */
export type Fault = 'pass' | 'lost' | 'unanswered' | 'half' | 'late' | 503 | 429 | 413;

export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  /** null while there is no answer, and for a lost one. */
  status: number | null;
}

export interface FaultyServer {
  readonly url: string;
  readonly server: TestServer;
  readonly clock: MovableClock;
  readonly app: string;
  /** Every request so far, in order. */
  readonly seen: readonly Seen[];
  /** Decides about each request from now on; `pass` by default. */
  decide(rule: (request: Seen) => Fault): void;
  count(path: string | RegExp, status?: number): number;
  forget(): void;
  close(): Promise<void>;
}

/** A whole server with a registered app, behind a proxy that breaks requests on demand. */
export async function startFaultyServer(env: Environment = {}): Promise<FaultyServer> {
  const clock = movableClock(new Date());
  const server = await startServer({ clock, env: { TEST_PHONES: PHONES.map((phone) => `${phone}=${CODE}`).join(), ...env } });
  const app = await registerApp(server, { storeUrl: 'https://example.com/shop' });
  await publish(server, app);
  const seen: Seen[] = [];
  let rule: (request: Seen) => Fault = () => 'pass';
  const proxy = http.createServer((req, res) => {
    const request: Seen = { method: req.method ?? '', path: (req.url ?? '').split('?')[0] ?? '', headers: req.headers, status: null };
    seen.push(request);
    const fault = rule(request);
    if (fault === 'lost') return void req.socket.destroy();
    if (typeof fault === 'number') {
      request.status = fault;
      return void res.writeHead(fault, fault === 413 ? {} : { 'Retry-After': '1' }).end();
    }
    setTimeout(() => pass(req, res, { request, fault, target: server.url }), fault === 'late' ? 5_000 : 0);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    server,
    clock,
    app,
    seen,
    decide(next) {
      rule = next;
    },
    count: (path, status) =>
      seen.filter((one) => (typeof path === 'string' ? one.path === path : path.test(one.path)) && (status ?? one.status) === one.status)
        .length,
    forget: () => void seen.splice(0),
    async close() {
      proxy.closeAllConnections();
      proxy.close();
      await server.close();
    },
  };
}

interface Passing {
  readonly request: Seen;
  readonly fault: Fault;
  readonly target: string;
}

function pass(req: http.IncomingMessage, res: http.ServerResponse, { request, fault, target }: Passing): void {
  const onward = http.request(new URL(req.url ?? '/', target), { method: req.method, headers: req.headers }, (answer) => {
    if (fault === 'pass' || fault === 'late') {
      request.status = answer.statusCode ?? 502;
      return void answer.pipe(res.writeHead(request.status, answer.rawHeaders));
    }
    const chunks: Buffer[] = [];
    answer.on('data', (chunk) => chunks.push(chunk));
    answer.on('end', () => {
      const body = Buffer.concat(chunks);
      if (fault === 'unanswered') return void req.socket.destroy();
      request.status = answer.statusCode ?? 502;
      res.writeHead(request.status, answer.rawHeaders);
      res.write(body.subarray(0, Math.floor(body.length / 2)));
      setTimeout(() => req.socket.destroy(), 20);
    });
  });
  onward.once('error', () => req.socket.destroy());
  req.pipe(onward);
}

/** A synchronous storage that outlives the clients which use it, as that of a phone outlives an app. */
export class Store implements KeyValueStorage {
  readonly values = new Map<string, string>();

  getItem(key: string): string | null {
    return this.values.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    this.values.set(key, value);
  }

  removeItem(key: string): void {
    this.values.delete(key);
  }

  /** The value of the only key that ends like this. */
  find(name: string): string | undefined {
    return [...this.values].find(([key]) => key.endsWith(`:${name}`))?.[1];
  }
}

/** The same storage with answers that come later. */
export function asynchronous(store: Store): KeyValueStorage {
  const later = async <T>(work: () => T): Promise<T> => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    return work();
  };
  return {
    getItem: (key) => later(() => store.getItem(key)),
    setItem: (key, value) => later(() => store.setItem(key, value)),
    removeItem: (key) => later(() => store.removeItem(key)),
  };
}

export interface Phone {
  readonly client: Client;
  readonly store: Store;
  readonly errors: DiwanError[];
  /** Moves the clock of the phone. */
  setClock(offsetMs: number): void;
}

/** Pauses between repeats take a hundredth of their time, limits on an answer all of it. */
export const quick = (run: () => void, ms: number): unknown => setTimeout(run, ms > 5_000 ? ms : ms / 100).unref();

/** An app on a phone; its clock is that of the server at first. */
export function startPhone(
  place: Pick<FaultyServer, 'url' | 'app' | 'clock'>,
  options: Partial<ClientOptions> = {},
  store = new Store(),
): Phone {
  const errors: DiwanError[] = [];
  let offset = 0;
  const client = createClient({
    url: place.url,
    app: place.app,
    projectId: 11,
    appVersion: '1.0.0',
    platform: 'android',
    storage: store,
    now: () => place.clock.now().getTime() + offset,
    setTimeout: (run, ms) => setTimeout(run, ms).unref(),
    onError: (error) => errors.push(error),
    ...options,
  });
  return {
    client,
    store,
    errors,
    setClock: (next) => {
      offset = next;
    },
  };
}

let next = 0;

/** Registers a new user by password on the phone; at most ten in one process. */
export async function register({ client }: Phone): Promise<string> {
  const phone = PHONES[next] ?? '';
  next += 1;
  await client.auth.sendCode({ phone, purpose: 'register' });
  await client.auth.register({ phone, code: CODE, firstName: 'Noura', password: PASSWORD });
  return phone;
}

/** Adds a flag to the app. */
export async function addFlag({ server, app }: FaultyServer, fields: object): Promise<void> {
  const { status, body } = await admin(server).post(`/admin/apps/${app}/features`, fields);
  assert.equal(status, 201, JSON.stringify(body));
}
