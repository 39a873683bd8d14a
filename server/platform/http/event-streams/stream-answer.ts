import type { Request, Response } from 'express';
import { toApiError } from '../../db/statements/errors.ts';
import { ApiError } from '../../errors.ts';

/** How soon a client returns that finds no place, or whose topic has ended, in milliseconds. */
export const LONG_RETRY_MS = 60_000;
/** For nginx, which would otherwise hold events back; caches and compressing proxies must not keep or change them either. */
const STREAM_HEADERS = ['Content-Type', 'text/event-stream', 'Cache-Control', 'no-store, no-transform', 'X-Accel-Buffering', 'no'];

/** Sends the head of a stream and its first text. Returns false when no more may follow: after HEAD, or to a closed connection. */
export function beginStream(req: Request, res: Response, text: string): boolean {
  if (!writeHead(req, res)) return false;
  // heartbeats keep the connection busy, but the time of the server may be shorter
  req.socket.setTimeout(0);
  res.write(text);
  res.locals.exchange.report(200);
  return true;
}

/** Answers with a stream that ends at once and names the time to return: other refusals make clients ask again each second. */
export function postponeStream(req: Request, res: Response, retryMs: number): void {
  if (writeHead(req, res)) res.end(`retry: ${retryMs}\n\n`);
}

/**
 * Turns a refusal that passes by itself into a stream that ends at once: a process that starts, a silent database, a limit.
 * @throws every other error
 */
export function postponeInstead(error: unknown, req: Request, res: Response): void {
  const refusal = error instanceof ApiError ? error : toApiError(error);
  const isPassing = refusal !== null && (refusal.status === 503 || refusal.status === 429);
  if (!isPassing || res.headersSent) throw error;
  postponeStream(req, res, LONG_RETRY_MS);
}

function writeHead(req: Request, res: Response): boolean {
  if (res.destroyed || req.socket.destroyed) return false;
  const { policy, headers } = res.locals.exchange;
  // the connection serves nothing else, and its next request would have to wait
  headers.setHeader('Connection', 'close');
  res.writeHead(200, [...policy.security, ...policy.cors, ...headers.list, ...STREAM_HEADERS]);
  if (req.method !== 'HEAD') return true;
  res.end();
  return false;
}
