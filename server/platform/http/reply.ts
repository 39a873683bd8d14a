import type { Response } from 'express';
import { API_POLICY, API_POLICY_LINES } from './answer-headers.ts';
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

/**
 * A 304 carries what may have changed; the rest the client keeps with its copy (RFC 9110 §15.4.5). The headers go out as a flat
 * list, name after value, which costs half of what putting them together in an object does.
 */
function sendPrepared(res: Response, { latin1, etag, headers }: PreparedReply, ifNoneMatch: string | undefined): void {
  const isKnown = ifNoneMatch !== undefined && matchesEtag(ifNoneMatch, etag);
  const lines: (string | number)[] = isKnown ? [] : [...API_POLICY_LINES, 'Content-Type', JSON_TYPE, 'Content-Length', latin1.length];
  pushLines(lines, res.locals.exchange.headers.all);
  pushLines(lines, headers);
  lines.push('ETag', etag);
  res.writeHead(isKnown ? 304 : 200, lines as string[]);
  if (isKnown) res.end();
  else res.end(latin1, 'latin1');
}

function pushLines(lines: (string | number)[], headers: Readonly<Record<string, string>>): void {
  for (const name in headers) lines.push(name, headers[name] as string);
}

/** `If-None-Match` compares weakly (RFC 9110 §13.1.2): a proxy may have turned our strong validator into a weak one. */
export function matchesEtag(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === etag) return true;
  return ifNoneMatch.split(',').some((entry) => {
    const candidate = entry.trim();
    return candidate === '*' || candidate === etag || candidate === `W/${etag}`;
  });
}
