import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';

export interface Exchange {
  readonly method: string;
  readonly headers: Headers;
  readonly body: ArrayBuffer | null;
  readonly signal: AbortSignal;
}

/**
 * One request and its whole answer, by node:http: Node's own `fetch` compiles a parser first, which takes longer than everything else that
 * a command does (`npm run bench cli`). Follows no redirect, asks for no compression.
 */
export async function exchange(address: string, { method, headers, body, signal }: Exchange): Promise<Response> {
  const { request } = address.startsWith('https:') ? await import('node:https') : http;
  const length = body === null ? {} : { 'content-length': body.byteLength };
  const sent = request(address, { method, headers: { ...Object.fromEntries(headers), ...length }, signal });
  sent.end(body === null ? undefined : Buffer.from(body));
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const bytes = await buffer(answer);
  const status = answer.statusCode ?? 0;
  return new Response(bytes.byteLength === 0 ? null : bytes, {
    status,
    statusText: http.STATUS_CODES[status] ?? '',
    headers: pairsOf(answer),
  });
}

function pairsOf({ rawHeaders }: IncomingMessage): [string, string][] {
  return rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? '']] : []));
}
