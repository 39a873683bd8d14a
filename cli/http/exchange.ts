import http, { type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { CliError, EXIT } from '../errors/errors.ts';
import { agentFor } from './proxy.ts';

/** A longer answer is a fault, or belongs to a command that streams. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

export interface Exchange {
  readonly method: string;
  readonly headers: Headers;
  readonly body: ArrayBuffer | null;
  readonly signal: AbortSignal;
  /** The longest pause in the body of a success, which then arrives while it is read; null: read the whole body first. */
  readonly idleMs: number | null;
}

/**
 * Sends one request and reads the response. It uses node:http because Node's `fetch` compiles a parser first, which takes longer than
 * the rest of a command (`npm run bench cli`). It follows no redirect and asks for no compression.
 */
export async function exchange(address: string, { method, headers, body, signal, idleMs }: Exchange): Promise<Response> {
  const { request } = address.startsWith('https:') ? await import('node:https') : http;
  const agent = await agentFor(address);
  const length = body === null ? {} : { 'content-length': body.byteLength };
  const message = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request(address, { method, headers: { ...Object.fromEntries(headers), ...length }, signal, ...(agent && { agent }) });
    sent.once('response', resolve).on('error', reject);
    sent.end(body === null ? undefined : Buffer.from(body));
  });
  const status = message.statusCode ?? 0;
  const init = { status, statusText: http.STATUS_CODES[status] ?? '', headers: headerPairs(message) };
  if (idleMs !== null && status === 200) {
    message.setTimeout(idleMs, () => void message.destroy());
    return new Response(Readable.toWeb(message) as ReadableStream, init);
  }
  const bytes = await readBounded(message);
  return new Response(bytes.byteLength === 0 ? null : bytes, init);
}

/** Stops reading an answer that is too long, because it would not fit into memory. @throws CliError then */
async function readBounded(message: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of message as AsyncIterable<Buffer>) {
    size += part.byteLength;
    if (size > MAX_ANSWER_BYTES) throw tooLong();
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function tooLong(): CliError {
  return new CliError({
    exit: EXIT.failed,
    code: 'answer_too_long',
    message: `The answer is longer than ${MAX_ANSWER_BYTES / 1024 / 1024} MB.`,
    hint: 'ask for fewer rows with --limit, or check the address: `diwan config`',
  });
}

function headerPairs({ rawHeaders }: IncomingMessage): [string, string][] {
  return rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? '']] : []));
}
