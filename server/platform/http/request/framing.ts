import type { Duplex } from 'node:stream';
import type { Request, Response } from 'express';
import { ApiError, validationError } from '../../errors.ts';

const SINGLETONS = new Set(['host', 'content-type', 'content-length', 'x-request-id']);

/** Node silently drops all headers after the 2,000th, which may include a tenant or a credential. */
const MAX_HEADERS = 500;

/** The refusal of a request that proxies may read differently, or that expects what no server does; null for all others. */
export function framingFault(req: Request): ApiError | null {
  const fault = ambiguity(req);
  if (fault !== null) return validationError([{ field: 'headers', message: fault }]);
  const { expect } = req.headers;
  // Node has already answered 100 to the only expectation of the standard; HTTP/1.0 has none
  if (expect === undefined || req.httpVersionMinor === 0 || expect.toLowerCase() === '100-continue') return null;
  const message = 'Only the expectation 100-continue is supported: remove the header Expect.';
  return new ApiError(417, 'expectation_failed', message, { headers: { Connection: 'close' } });
}

/** Node accepts what proxies may read differently: unknown transfer codings, repeated singleton headers, invalid versions. */
function ambiguity(req: Request): string | null {
  if (req.httpVersionMajor !== 1) return 'this version of HTTP is not supported';
  if (req.headers.host === undefined && req.httpVersionMinor > 0) return 'the header host is required';
  if (req.rawHeaders.length > 2 * MAX_HEADERS) return `there are more than ${MAX_HEADERS} headers`;
  const coding = req.headers['transfer-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') return 'this Transfer-Encoding is not supported';
  // as many names as lines: no header is repeated, which is the usual case
  if (Object.keys(req.headers).length * 2 === req.rawHeaders.length) return null;
  const seen = new Set<string>();
  for (let index = 0; index < req.rawHeaders.length; index += 2) {
    const name = req.rawHeaders[index]?.toLowerCase() ?? '';
    if (!SINGLETONS.has(name)) continue;
    if (seen.has(name)) return `the header ${name} must not be repeated`;
    seen.add(name);
  }
  return null;
}

/** The answer to the newest request of a connection, kept on the connection itself. */
const NEWEST = Symbol('newest answer');
/** Set once a connection has sent what is not HTTP. */
const BROKEN = Symbol('broken');
type Connection = Duplex & { [NEWEST]?: Response; [BROKEN]?: true };

/** Call it for each request, so that `whenAnswerable` finds its answer. */
export function noteNewest(socket: Connection, res: Response): void {
  socket[NEWEST] = res;
}

/**
 * Calls `answer` when the bytes that Node could not parse may be answered: after the answers before them. If they are the body of a
 * request that is already answered, it only closes the connection: a second answer would be read as that to the next request.
 */
export function whenAnswerable(socket: Connection, answer: () => void): void {
  // each further chunk of a broken connection is reported too
  if (socket[BROKEN] === true) return;
  socket[BROKEN] = true;
  const newest = socket[NEWEST];
  const isBody = newest?.req.complete === false;
  if (newest === undefined || (isBody && !newest.headersSent)) {
    answer();
    return;
  }
  const proceed = (): void => {
    if (isBody || !socket.writable) socket.end();
    else answer();
  };
  if (newest.writableFinished) proceed();
  else newest.once('close', proceed);
}
