import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { waitedMs } from '../loop-watch.ts';
import { checkErrorBody, checkRefusal } from './client.ts';

/** HTTP as an attacker writes it: every header, method and byte is the test's own. */

export interface Ask {
  method?: string;
  headers?: http.OutgoingHttpHeaders | readonly string[];
  body?: string | Buffer | object;
  agent?: http.Agent;
}

export interface Answer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly text: string;
  readonly body: Record<string, unknown>;
}

/** So that a test fails by the name of the request instead of by Mocha's timeout. */
const ANSWER_MS = 60_000;

/** One request; an object is sent as JSON. Refusals are held against the one error body. */
export async function ask(url: string, path: string, { method = 'GET', headers = {}, body, agent }: Ask = {}): Promise<Answer> {
  const bytes = body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  const isJson = bytes !== undefined && bytes !== body;
  const { hostname, port } = new URL(url);
  const own = Array.isArray(headers)
    ? ['Host', 'test', ...headers]
    : { ...(isJson ? { 'Content-Type': 'application/json' } : {}), ...headers };
  const length = bytes === undefined || Array.isArray(own) ? {} : lengthOf(own as http.OutgoingHttpHeaders, bytes);
  const request = http.request({ hostname, port, path, method, headers: Array.isArray(own) ? own : { ...length, ...own }, agent });
  request.setTimeout(ANSWER_MS, () => request.destroy(new Error(`${method} ${path} was not answered within ${ANSWER_MS} ms`)));
  request.end(bytes);
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return read([method, path.split('?')[0] ?? ''], response, Buffer.concat(chunks).toString());
}

function lengthOf(headers: http.OutgoingHttpHeaders, bytes: string | Buffer): http.OutgoingHttpHeaders {
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  return names.includes('content-length') || names.includes('transfer-encoding') ? {} : { 'Content-Length': Buffer.byteLength(bytes) };
}

function read([method, path]: [string, string], response: http.IncomingMessage, text: string): Answer {
  const status = response.statusCode ?? 0;
  const isJson = String(response.headers['content-type']).startsWith('application/json');
  const body = isJson && text !== '' ? (JSON.parse(text) as Record<string, unknown>) : {};
  assert.match(String(response.headers['x-request-id']), /^[\w.-]{1,128}$/, `${method} ${status} has no request id`);
  if (status >= 400 && method !== 'HEAD') {
    checkRefusal([method.toLowerCase(), path], { status, body });
    if ('success' in body) assert.equal(body['requestId'], response.headers['x-request-id']);
  }
  return { status, headers: response.headers, text, body };
}

/** The code of a refusal, with its status. */
export function refusal({ status, body }: Pick<Answer, 'status' | 'body'>): string {
  return `${status} ${String(body['code'])}`;
}

export interface RawAnswer {
  /** Everything the server sent, as latin1. */
  readonly text: string;
  /** The `waitedMs` until the server closed the connection. */
  readonly ms: number;
  readonly statuses: readonly number[];
}

/** Writes bytes on a socket of their own and reads until the server closes; the client's half stays open. */
export async function raw(url: string, bytes: string | Buffer, limitMs = 60_000): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  const startedAt = waitedMs();
  const socket = net.connect(Number(port), hostname);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.on('error', () => {});
  const timer = setTimeout(() => socket.destroy(), limitMs);
  socket.write(bytes);
  await once(socket, 'close');
  clearTimeout(timer);
  const text = Buffer.concat(chunks).toString('latin1');
  return {
    text,
    ms: waitedMs() - startedAt,
    statuses: [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status)),
  };
}

/** The last answer of a raw exchange, held against the one error body. */
export function rawRefusal({ text }: RawAnswer): string {
  const at = text.lastIndexOf('HTTP/1.1 ');
  assert.ok(at >= 0, `no answer: ${JSON.stringify(text.slice(0, 200))}`);
  const [head = '', json = ''] = text.slice(at).split('\r\n\r\n');
  const status = Number(head.slice(9, 12));
  const body = JSON.parse(json) as Record<string, unknown>;
  checkErrorBody(status, body);
  assert.match(head, new RegExp(`^X-Request-Id: ${String(body['requestId'])}\\r?$`, 'im'));
  assert.match(head, /^X-Content-Type-Options: nosniff\r?$/im);
  return `${status} ${String(body['code'])}`;
}
