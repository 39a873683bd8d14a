import { once } from 'node:events';
import http from 'node:http';
import { until } from '../programs/process.ts';

/** A stream of server-sent events that a test reads. */
export interface OpenStream {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  /** All that has arrived. */
  readonly text: string;
  readonly isEnded: boolean;
  /** The ids of the events that have arrived. */
  readonly events: readonly string[];
  /** Waits until the server has ended the stream; resolves to its text. */
  ended(): Promise<string>;
  /** Leaves as a client that loses its connection. */
  drop(): void;
}

/** Opens a stream on its own connection. */
export async function openStream(url: string, headers: http.OutgoingHttpHeaders = {}): Promise<OpenStream> {
  const request = http.get(url, { headers, agent: false });
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  let text = '';
  let isEnded = false;
  response.setEncoding('utf8');
  response.on('data', (chunk: string) => (text += chunk));
  response.on('close', () => (isEnded = true));
  response.on('error', () => {});
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    get text() {
      return text;
    },
    get isEnded() {
      return isEnded;
    },
    get events() {
      return [...text.matchAll(/^id: (\d+)\nevent: message\ndata: .*\n\n/gm)].map(([, id = '']) => id);
    },
    async ended() {
      await until(() => isEnded);
      return text;
    },
    drop: () => request.destroy(),
  };
}
