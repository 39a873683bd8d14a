import { Agent, request } from 'node:http';
import { checkErrorBody } from './client.ts';

export interface RaceCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Under `/api/v1`. */
  readonly path: string;
  readonly body?: unknown;
  /** Beside those of all calls. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface RaceAnswer {
  readonly status: number;
  /** Parsed; empty when there is none. */
  readonly body: Record<string, unknown>;
}

export interface Race {
  /** Sends all calls at once, each on a separate open socket. The answers are in the order of the calls. */
  run(calls: readonly RaceCall[]): Promise<RaceAnswer[]>;
  close(): void;
}

/** Opens `size` sockets to the server and keeps them, so that the calls race, without handshakes. */
export async function openRace(server: { url: string }, size: number, headers: Readonly<Record<string, string>> = {}): Promise<Race> {
  const agent = new Agent({ keepAlive: true, maxSockets: size, maxFreeSockets: size });
  const ask = (address: string, call: Omit<RaceCall, 'path'>) => exchange(address, call, { agent, headers });
  await Promise.all(Array.from({ length: size }, () => ask(`${server.url}/healthz`, { method: 'GET' })));
  return {
    run: (calls) => Promise.all(calls.map((call) => ask(`${server.url}/api/v1${call.path}`, call))),
    close: () => agent.destroy(),
  };
}

/** `times` calls that `call` makes of their index. */
export function repeat(times: number, call: (index: number) => RaceCall): RaceCall[] {
  return Array.from({ length: times }, (_, index) => call(index));
}

interface Line {
  readonly agent: Agent;
  readonly headers: Readonly<Record<string, string>>;
}

async function exchange(address: string, call: Omit<RaceCall, 'path'>, line: Line): Promise<RaceAnswer> {
  const { status, text } = await send(address, call, line);
  const body = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
  if (status >= 400) checkErrorBody(status, body);
  return { status, body };
}

function send(address: string, call: Omit<RaceCall, 'path'>, line: Line): Promise<{ status: number; text: string }> {
  const { method, body, headers: own } = call;
  const { agent, headers } = line;
  const payload = body === undefined ? undefined : JSON.stringify(body);
  const type = payload === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(payload) };
  return new Promise((resolve, reject) => {
    const sent = request(address, { method, agent, headers: { ...headers, ...own, ...type } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
    });
    sent.once('error', (error: NodeJS.ErrnoException) => {
      // the server may have closed a socket that was idle for long
      if (sent.reusedSocket && error.code === 'ECONNRESET') resolve(send(address, call, line));
      else reject(error);
    });
    sent.end(payload);
  });
}
