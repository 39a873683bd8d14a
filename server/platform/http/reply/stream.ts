import { once } from 'node:events';
import type { Response } from 'express';
import type { Bulkhead } from '../../concurrency/bulkhead.ts';
import type { Deadline } from '../../concurrency/deadline.ts';
import { NO_STORE, type StreamReply } from './reply.ts';

interface Reading {
  /** A slot of it is held while a chunk is read, but not while it is sent. */
  readonly pool: Bulkhead;
  /** Bounds the first chunk; a failure of it is still answered with the error body. */
  readonly deadline: Deadline;
}

/**
 * Sends a document of any length: one chunk is in memory at a time, and a client that reads slowly holds neither a slot nor a connection of
 * the database. It ends when the client leaves.
 * @throws Error when a chunk cannot be read; the connection is then closed before the end of the body, so that the client notices
 */
export async function sendStream(res: Response, { stream }: StreamReply, reading: Reading): Promise<void> {
  try {
    await sendChunks(res, stream, reading);
  } catch (error) {
    await stream.failed?.();
    throw error;
  }
}

async function sendChunks(res: Response, stream: StreamReply['stream'], { pool, deadline }: Reading): Promise<void> {
  const next = (): Promise<IteratorResult<string>> => pool.run(() => stream.chunks.next());
  let chunk = await deadline.bound(next());
  const { policy, headers } = res.locals.exchange;
  const type = ['Content-Type', stream.type, 'Content-Disposition', `attachment; filename="${stream.fileName}"`];
  res.writeHead(200, [...policy.security, ...policy.cors, ...headers.list, ...NO_STORE, ...type]);
  const isWanted = (): boolean => !res.destroyed && res.req.method !== 'HEAD';
  while (chunk.done !== true && isWanted()) {
    await write(res, chunk.value);
    if (isWanted()) chunk = await next();
  }
  res.end();
}

/** Resolves when the client has taken enough to send more, or has left. */
async function write(res: Response, text: string): Promise<void> {
  if (text === '' || res.write(text) || res.destroyed) return;
  const over = new AbortController();
  const { signal } = over;
  await Promise.race([once(res, 'drain', { signal }), once(res, 'close', { signal })]).finally(() => over.abort());
}
