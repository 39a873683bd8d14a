import { once } from 'node:events';
import type { Request, Response } from 'express';
import type { Bulkhead } from '../concurrency/bulkhead.ts';
import type { Deadline } from '../concurrency/deadline.ts';
import { type CsvReply, NO_STORE } from './reply.ts';

export type CsvCell = string | number | null;
export type CsvRow = readonly CsvCell[];

/** A table that is read chunk by chunk, while it is sent. */
export interface CsvTable {
  /** The name under which a browser saves it. */
  readonly fileName: string;
  readonly header: CsvRow;
  /** Each chunk is read when the client has taken the one before. */
  readonly chunks: AsyncIterator<readonly CsvRow[]>;
}

interface Reading {
  /** A slot of it is held while a chunk is read, but not while it is sent. */
  readonly pool: Bulkhead;
  /** Bounds the first chunk; a failure of it is still answered with the error body. */
  readonly deadline: Deadline;
}

/** Whether the client prefers CSV to JSON. */
export function prefersCsv(req: Request): boolean {
  return req.accepts(['json', 'csv']) === 'csv';
}

/**
 * Sends a table of any length: one chunk is in memory at a time, and a client that reads slowly holds neither a slot nor a connection of the
 * database. It ends when the client leaves.
 * @throws Error when a chunk cannot be read; the connection is then closed before the end of the body, so that the client notices
 */
export async function sendCsv(res: Response, { csv }: CsvReply, { pool, deadline }: Reading): Promise<void> {
  const next = (): Promise<IteratorResult<readonly CsvRow[]>> => pool.run(() => csv.chunks.next());
  let chunk = await deadline.bound(next());
  const { policy, headers } = res.locals.exchange;
  const type = ['Content-Type', 'text/csv; charset=utf-8', 'Content-Disposition', `attachment; filename="${csv.fileName}"`];
  res.writeHead(200, [...policy.security, ...policy.cors, ...headers.list, ...NO_STORE, ...type]);
  const isWanted = (): boolean => !res.destroyed && res.req.method !== 'HEAD';
  if (isWanted()) await write(res, csvLine(csv.header));
  while (chunk.done !== true && isWanted()) {
    await write(res, chunk.value.map(csvLine).join(''));
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

/** A line as RFC 4180 has it. */
function csvLine(cells: CsvRow): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** A spreadsheet would run a text that opens like a formula. */
function csvCell(value: CsvCell): string {
  const text = typeof value === 'string' ? value.replace(/^[=+\-@\t\r]/, "'$&") : String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
