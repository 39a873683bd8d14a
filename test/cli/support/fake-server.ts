import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a server says that is none of ours, or one of ours on a bad day. */
export interface FakeServer {
  readonly url: string;
  /** `METHOD path` of each request, in order. */
  readonly asked: string[];
  /** Answers the next requests, until it is set again. */
  answer(handler: Answerer): void;
  close(): Promise<void>;
}

type Answerer = (response: ServerResponse, request: IncomingMessage, count: number) => void;

/** It counts the requests since `answer` from 1. */
export async function startFakeServer(): Promise<FakeServer> {
  const asked: string[] = [];
  let handler: Answerer = (response) => void response.end();
  let count = 0;
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    count += 1;
    request.resume();
    handler(response, request, count);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    answer(next) {
      asked.length = 0;
      count = 0;
      handler = next;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The one error body of contract §1.5. */
export function refusal(response: ServerResponse, status: number, facts: { code: string; message?: string; available_in?: number }): void {
  const message = facts.message ?? 'Refused.';
  const body = { success: false, statusCode: status, detail: message, message, timestamp: '', requestId: 'r-1', ...facts };
  response.writeHead(status, { 'Content-Type': 'application/json', ...(facts.available_in ? { 'Retry-After': facts.available_in } : {}) });
  response.end(JSON.stringify(body));
}

export function json(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}
