import http, { type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';

export interface Exchange {
  readonly method: string;
  readonly headers: Headers;
  readonly body: ArrayBuffer | null;
  readonly signal: AbortSignal;
}

/**
 * Sends one request and reads the whole response. It uses node:http because Node's `fetch` compiles a parser first, which takes longer than
 * the rest of a command (`npm run bench cli`). It follows no redirect and asks for no compression.
 */
export async function exchange(address: string, { method, headers, body, signal }: Exchange): Promise<Response> {
  const { request } = address.startsWith('https:') ? await import('node:https') : http;
  const length = body === null ? {} : { 'content-length': body.byteLength };
  const message = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request(address, { method, headers: { ...Object.fromEntries(headers), ...length }, signal });
    sent.once('response', resolve).on('error', reject);
    sent.end(body === null ? undefined : Buffer.from(body));
  });
  const bytes = await buffer(message);
  const status = message.statusCode ?? 0;
  return new Response(bytes.byteLength === 0 ? null : bytes, {
    status,
    statusText: http.STATUS_CODES[status] ?? '',
    headers: headerPairs(message),
  });
}

function headerPairs({ rawHeaders }: IncomingMessage): [string, string][] {
  return rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? '']] : []));
}
