import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** In milliseconds. */
  readonly at: number;
}

export type Behaviour = (request: IncomingMessage, response: ServerResponse, body: string) => void;

export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** How many requests were under way at once, at most. */
  mostAtOnce(): number;
  behave(behaviour: Behaviour): void;
  close(): Promise<void>;
}

/** Answers each request with this status. */
export function answering(
  status: number,
  { headers = {}, body = 'ok' }: { headers?: Record<string, string>; body?: string } = {},
): Behaviour {
  return (_request, response) => {
    response.writeHead(status, headers).end(body);
  };
}

/** A receiver of webhooks at a free port of this machine. Answers 200 until `behave` is called. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let behaviour = answering(200);
  let now = 0;
  let most = 0;
  const server = createServer((request, response) => {
    now += 1;
    most = Math.max(most, now);
    response.once('close', () => (now -= 1));
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      received.push({ path: request.url ?? '', headers, body, at: Date.now() });
      behaviour(request, response, body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    mostAtOnce: () => most,
    behave: (next) => (behaviour = next),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
