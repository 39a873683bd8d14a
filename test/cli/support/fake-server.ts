import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** A server with responses that a Diwan server gives rarely or never. */
export interface FakeServer {
  readonly url: string;
  /** `METHOD path` of each request since the last `respond`, in order. */
  readonly requests: string[];
  /** Sets the handler, which counts its requests from 1. */
  respond(handler: Handler): void;
  close(): Promise<void>;
}

type Handler = (response: ServerResponse, request: IncomingMessage, count: number) => void;

export async function startFakeServer(): Promise<FakeServer> {
  const requests: string[] = [];
  let handler: Handler = (response) => void response.end();
  const server = createServer((request, response) => {
    // diwan asks for the version before its first change
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    requests.push(`${request.method} ${request.url}`);
    request.resume();
    handler(response, request, requests.length);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : address}`,
    requests,
    respond(next) {
      requests.length = 0;
      handler = next;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Sends an error body of the API. */
export function sendError(
  response: ServerResponse,
  status: number,
  error: { code: string; message?: string; available_in?: number },
): void {
  const message = error.message ?? 'Refused.';
  const body = { success: false, statusCode: status, detail: message, message, timestamp: '', requestId: 'r-1', ...error };
  response.writeHead(status, { 'Content-Type': 'application/json', ...(error.available_in ? { 'Retry-After': error.available_in } : {}) });
  response.end(JSON.stringify(body));
}

export function sendJson(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}
