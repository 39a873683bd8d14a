import type { LoadClient, LoadRequest } from './load-plan.ts';

/** The bytes of a request of this client. */
export function bytesOf({ host }: URL, { headers }: LoadClient, { method, path, body = '' }: LoadRequest): Buffer {
  const content = body === '' ? {} : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) };
  const lines = Object.entries({ Host: host, ...headers, ...content }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
}

/** The answer when all of it has arrived, else null. */
export function readAnswer(received: Buffer): { status: string; closes: boolean } | null {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd < 0) return null;
  const head = received.toString('latin1', 0, headEnd);
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  const isChunked = length === undefined && /\r\ntransfer-encoding: *chunked/i.test(head);
  const isWhole = isChunked
    ? received.toString('latin1', Math.max(headEnd, received.length - 5)) === '0\r\n\r\n'
    : received.length >= headEnd + 4 + Number(length ?? 0);
  return isWhole ? { status: head.slice(9, 12), closes: /\r\nconnection: *close/i.test(head) } : null;
}
