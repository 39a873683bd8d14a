import type { Response } from 'express';
import { toJson } from '../../json.ts';
import type { Opening } from '../event-streams/opening.ts';
import { latin1Of, type PreparedBody } from '../fast-path/prepared-body.ts';

/** The result of a handler; only `serve` sends it. */
export type Reply = WholeReply | StreamReply | EventStreamReply;

/** A reply whose body is in memory. */
export type WholeReply = JsonReply | SerialisedReply | PreparedReply;

interface Counted {
  /** The client that `RATE_LIMIT_EVALUATE` counts the answer for, unless it is a 304; no one when not given. */
  readonly countedFor?: string | undefined;
}

/** It is never cached. */
interface JsonReply extends Counted {
  readonly status: 200 | 201 | 202 | 204;
  readonly body: unknown;
  /** The media type; that of JSON when not given. */
  readonly type?: string;
  /** Names and values in turn. */
  readonly headers?: readonly string[];
}

/** A JSON body that is serialised once for several requests. It is never cached. */
interface SerialisedReply extends Counted {
  readonly status: 200;
  /** The body in the form of `PreparedBody.latin1`. */
  readonly json: string;
}

/** A body that is serialised ahead, with a strong validator: answered as 304 when the client already has it. */
export interface PreparedReply extends PreparedBody, Counted {
  /** Names and values in turn. */
  readonly headers: readonly string[];
}

/** A document that is sent while it is read: see `sendStream`. It is never cached. */
export interface StreamReply {
  readonly stream: {
    readonly type: string;
    /** The name under which a browser saves it. */
    readonly fileName: string;
    /** Each chunk is read when the client has taken the one before. */
    readonly chunks: AsyncIterator<string>;
    /** Called when a chunk could not be read. It must not throw. */
    readonly failed?: (() => Promise<void>) | undefined;
  };
}

/** A stream of server-sent events. */
export interface EventStreamReply {
  readonly opening: Opening;
}

export function ok(body: unknown, headers: readonly string[] = []): WholeReply {
  return { status: 200, body, headers };
}

/** The header by which a sign-in names the device for the next one. */
export function deviceHeader(token: string): readonly string[] {
  return ['X-Diwan-Device', token];
}

/** `deviceHeader`, and the mark of an answer that repeats an earlier one. */
export function signInHeaders({ deviceToken, isReplayed }: { deviceToken: string; isReplayed: boolean }): readonly string[] {
  return [...deviceHeader(deviceToken), ...(isReplayed ? REPLAYED : [])];
}

const REPLAYED = ['Idempotency-Replayed', 'true'];

/** The type of an answer that shows what a write would do. */
export const DRY_RUN_TYPE = 'application/vnd.diwan.dry-run+json';

/** The answer to a dry run. */
export function dryRunReply(body: unknown): WholeReply {
  return { status: 200, body, type: DRY_RUN_TYPE };
}

export function created(body: unknown, headers: readonly string[] = []): WholeReply {
  return { status: 201, body, headers };
}

/** The request is accepted and happens later. */
export function accepted(body: unknown): WholeReply {
  return { status: 202, body };
}

export function noContent(headers: readonly string[] = []): WholeReply {
  return { status: 204, body: undefined, headers };
}

/** Serialises the body of a reply that several requests get. @throws Error for a reply that only one request can get */
export function serialised(reply: Reply): WholeReply {
  if (!('body' in reply) || reply.status !== 200 || reply.headers?.length || reply.type !== undefined)
    throw new Error('A shared reply must be plain JSON with the status 200.');
  return { status: 200, json: latin1Of(reply.body) };
}

export function prepared({ latin1, etag }: PreparedBody, headers: readonly string[]): PreparedReply {
  return { latin1, etag, headers };
}

// names and values in turn, because merging objects for each answer would cost more

export const JSON_TYPE: readonly string[] = ['Content-Type', 'application/json; charset=utf-8'];
export const NO_STORE: readonly string[] = ['Cache-Control', 'no-store'];

/** Whether the client has the body already, so that the answer is a 304. */
export function isNotModified(reply: Reply, ifNoneMatch: string | undefined): boolean {
  return 'latin1' in reply && ifNoneMatch !== undefined && matchesEtag(ifNoneMatch, reply.etag);
}

/** Writes a reply. Straight to the socket: no second serialisation, no digest of the body per request. */
export function sendReply(res: Response, reply: WholeReply, ifNoneMatch?: string): void {
  if ('latin1' in reply) return sendPrepared(res, reply, ifNoneMatch);
  if ('json' in reply) return sendSerialised(res, reply);
  const { status, body, type, headers = [] } = reply;
  const { policy, headers: collected } = res.locals.exchange;
  const list = [...policy.security, ...policy.cors, ...collected.list, ...NO_STORE, ...headers];
  if (status === 204) {
    res.writeHead(204, list);
    res.end();
    return;
  }
  const text = toJson(body);
  list.push(...(type === undefined ? JSON_TYPE : ['Content-Type', type]), 'Content-Length', String(Buffer.byteLength(text)));
  res.writeHead(status, list);
  res.end(text);
}

function sendSerialised(res: Response, { status, json }: SerialisedReply): void {
  const { policy, headers: collected } = res.locals.exchange;
  const list = [...policy.security, ...policy.cors, ...collected.list, ...NO_STORE, ...JSON_TYPE, 'Content-Length', String(json.length)];
  res.writeHead(status, list);
  res.end(json, 'latin1');
}

/** A 304 carries only the headers that may have changed; the client keeps the others with its copy (RFC 9110 §15.4.5). */
function sendPrepared(res: Response, { latin1, etag, headers }: PreparedReply, ifNoneMatch: string | undefined): void {
  const { policy, headers: collected } = res.locals.exchange;
  const list = ['ETag', etag, ...policy.cors, ...collected.list, ...headers];
  if (ifNoneMatch !== undefined && matchesEtag(ifNoneMatch, etag)) {
    res.writeHead(304, list);
    res.end();
    return;
  }
  list.push(...policy.security, ...JSON_TYPE, 'Content-Length', String(latin1.length));
  res.writeHead(200, list);
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
