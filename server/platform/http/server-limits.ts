import { randomUUID } from 'node:crypto';
import { type ServerOptions, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Clock } from '../clock.ts';
import { ApiError, validationError } from '../errors.ts';
import { API_POLICY, VERSION_HEADER } from './fast-path/response-headers.ts';
import { renderError } from './reply/error-handler.ts';
import { whenAnswerable } from './request/framing.ts';

/** How long a client may take, in milliseconds: slow clients are cut off, because they hold sockets that others need. */
export const SERVER_LIMITS: ServerOptions = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 5_000,
  maxHeaderSize: 16_384,
  // Node's own refusal has neither body nor request id, so `frontDoor` refuses instead
  requireHostHeader: false,
};

/** How long a connection may be idle while its answer is sent, in milliseconds; longer than a request may take to arrive. */
export const STALLED_MS = 12_000;

/** Further connections are refused at once. */
export const MAX_CONNECTIONS = 10_000;

/** The parts of a server that its refusals show. */
export interface RefusingServer {
  readonly clock: Clock;
  readonly version: string;
}

const REFUSALS: Record<string, ApiError> = {
  HPE_HEADER_OVERFLOW: new ApiError(431, 'headers_too_large', 'The headers must be at most 16 KiB.'),
  ERR_HTTP_REQUEST_TIMEOUT: new ApiError(408, 'request_timeout', 'The request took too long to arrive.'),
};

/** Answers a request that Node could not parse as HTTP with the usual error body, and closes the connection. */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Duplex, server: RefusingServer): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const refusal = REFUSALS[error.code ?? ''] ?? validationError([{ field: 'request', message: 'the request is not valid HTTP' }]);
  whenAnswerable(socket, () => writeRefusal(socket, refusal, server));
}

const CONNECT_REFUSAL = new ApiError(
  405,
  'method_not_allowed',
  'CONNECT is for proxies, and this server is none: send the request itself.',
  {
    headers: { Allow: 'GET, HEAD, POST, PUT, DELETE, OPTIONS' },
  },
);

/** Answers a CONNECT request, which Node hands over as a bare socket. */
export function refuseConnect(socket: Duplex, server: RefusingServer): void {
  socket.on('error', () => socket.destroy());
  writeRefusal(socket, CONNECT_REFUSAL, server);
}

function writeRefusal(socket: Duplex, refusal: ApiError, { clock, version }: RefusingServer): void {
  const requestId = randomUUID();
  const text = JSON.stringify(renderError(refusal, { requestId, now: clock.now() }));
  const head = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status] ?? ''}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
    'Cache-Control: no-store',
    ...Object.entries({ ...API_POLICY, ...refusal.extras.headers }).map(([name, value]) => `${name}: ${value}`),
    `${VERSION_HEADER}: ${version}`,
    `X-Request-Id: ${requestId}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`);
}
