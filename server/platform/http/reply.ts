import type { Response } from 'express';
import type { PreparedBody } from './fast-path/prepared-body.ts';
import { API_POLICY } from './fast-path/response-headers.ts';

/** The result of a handler; only `mount` sends it. */
export type Reply = JsonReply | PreparedReply;

interface JsonReply {
  readonly status: 200 | 201 | 204;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A body that is serialised ahead, with a strong validator: answered as 304 when the client already has it. */
export interface PreparedReply extends PreparedBody {
  readonly headers: Readonly<Record<string, string>>;
}

export function ok(body: unknown): Reply {
  return { status: 200, body };
}

export function created(body: unknown): Reply {
  return { status: 201, body };
}

export function noContent(): Reply {
  return { status: 204, body: undefined };
}

export function prepared({ latin1, etag }: PreparedBody, headers: Readonly<Record<string, string>>): PreparedReply {
  return { latin1, etag, headers };
}

const JSON_TYPE = 'application/json; charset=utf-8';

/** Writes a reply. Straight to the socket: no second serialisation, no digest of the body per request. */
export function sendReply(res: Response, reply: Reply, ifNoneMatch?: string): void {
  if ('latin1' in reply) return sendPrepared(res, reply, ifNoneMatch);
  const { all } = res.locals.exchange.headers;
  const headers: Record<string, string | number> = { ...API_POLICY, ...all, 'Cache-Control': 'no-store', ...reply.headers };
  if (reply.status === 204) {
    res.writeHead(204, headers);
    res.end();
    return;
  }
  const text = JSON.stringify(reply.body);
  headers['Content-Type'] = JSON_TYPE;
  headers['Content-Length'] = Buffer.byteLength(text);
  res.writeHead(reply.status, headers);
  res.end(text);
}

/** A 304 carries only the headers that may have changed; the client keeps the others with its copy (RFC 9110 §15.4.5). */
function sendPrepared(res: Response, { latin1, etag, headers }: PreparedReply, ifNoneMatch: string | undefined): void {
  const { all } = res.locals.exchange.headers;
  if (ifNoneMatch !== undefined && matchesEtag(ifNoneMatch, etag)) {
    res.writeHead(304, { ...all, ...headers, ETag: etag });
    res.end();
    return;
  }
  const entity = { 'Content-Type': JSON_TYPE, 'Content-Length': latin1.length, ETag: etag };
  res.writeHead(200, { ...API_POLICY, ...all, ...headers, ...entity });
  res.end(latin1, 'latin1');
}

/** `If-None-Match` compares weakly (RFC 9110 §13.1.2), because a proxy may have weakened our strong validator. */
export function matchesEtag(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === etag) return true;
  return ifNoneMatch.split(',').some((entry) => {
    const candidate = entry.trim();
    return candidate === '*' || candidate === etag || candidate === `W/${etag}`;
  });
}
