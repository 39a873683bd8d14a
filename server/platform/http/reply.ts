import type { Response } from 'express';
import { API_POLICY } from './answer-headers.ts';
import type { PreparedBody } from './prepared-body.ts';

/** What a handler answers; only `mount` writes it to the wire. */
export type Reply = JsonReply | PreparedReply;

interface JsonReply {
  readonly status: 200 | 201 | 204;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A body serialised ahead, with a strong validator: answered as 304 when the client holds it already. */
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
  const { all } = res.locals.exchange.headers;
  if ('latin1' in reply) return sendPrepared(res, { ...reply, headers: { ...all, ...reply.headers, ETag: reply.etag } }, ifNoneMatch);
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

/** A 304 carries what may have changed; the rest the client keeps with its copy (RFC 9110 §15.4.5). */
function sendPrepared(res: Response, { latin1, etag, headers }: PreparedReply, ifNoneMatch: string | undefined): void {
  if (ifNoneMatch !== undefined && matchesEtag(ifNoneMatch, etag)) {
    res.writeHead(304, headers);
    res.end();
    return;
  }
  res.writeHead(200, { ...API_POLICY, ...headers, 'Content-Type': JSON_TYPE, 'Content-Length': latin1.length });
  res.end(latin1, 'latin1');
}

/** `If-None-Match` compares weakly (RFC 9110 §13.1.2): a proxy may have turned our strong validator into a weak one. */
export function matchesEtag(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === etag) return true;
  return ifNoneMatch.split(',').some((entry) => {
    const candidate = entry.trim();
    return candidate === '*' || candidate === etag || candidate === `W/${etag}`;
  });
}
