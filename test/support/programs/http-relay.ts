import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { freePort } from './redis.ts';

/** `silent` never answers, `failing` answers 503. */
export type RelayMode = 'pass' | 'silent' | 'failing';

export interface HttpRelay {
  readonly port: number;
  /** The headers of each request so far. */
  readonly received: readonly http.IncomingHttpHeaders[];
  /** How many connections it accepted. */
  connections(): number;
  setMode(mode: RelayMode): void;
  /** Replaces a header of each answer; null removes it. */
  setHeader(name: string, value: string | null): void;
  /** Ends its connections and refuses new ones until `start`. */
  stop(): Promise<void>;
  /** Listens again on the same port. */
  start(): Promise<void>;
  close(): Promise<void>;
}

/** Passes requests to a server and shows what a proxy in front has made of them. */
export async function startHttpRelay(target: string): Promise<HttpRelay> {
  const received: http.IncomingHttpHeaders[] = [];
  const { hostname, port: targetPort } = new URL(target);
  let mode: RelayMode = 'pass';
  let connections = 0;
  const replacements = new Map<string, string | null>();
  const agent = new http.Agent({ keepAlive: true });
  const server = http.createServer((req, res) => {
    received.push(req.headers);
    if (mode === 'silent') return;
    if (mode === 'failing') return void res.writeHead(503).end();
    const onward = http.request(
      { hostname, port: targetPort, path: req.url, method: req.method, headers: req.headers, agent },
      (answer) => {
        res.writeHead(answer.statusCode ?? 502, replaced(answer.rawHeaders, replacements));
        answer.pipe(res);
      },
    );
    onward.once('error', () => res.destroy());
    req.pipe(onward);
  });
  server.on('connection', () => (connections += 1));
  const start = async (onPort: number): Promise<void> => {
    server.listen(onPort, '127.0.0.1');
    await once(server, 'listening');
  };
  const stop = async (): Promise<void> => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  await start(await freePort());
  const { port } = server.address() as AddressInfo;
  return {
    port,
    received,
    connections: () => connections,
    setMode(next) {
      mode = next;
    },
    setHeader: (name, value) => void replacements.set(name.toLowerCase(), value),
    stop,
    start: () => start(port),
    async close() {
      agent.destroy();
      await stop();
    },
  };
}

function replaced(rawHeaders: readonly string[], replacements: ReadonlyMap<string, string | null>): string[] {
  const pairs = rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? '']] : []));
  return pairs.flatMap(([name = '', value = '']) => {
    const replacement = replacements.get(name.toLowerCase());
    if (replacement === null) return [];
    return [name, replacement ?? value];
  });
}
