import type { Request, RequestHandler, Response } from 'express';
import type { Clock } from '../../clock.ts';
import { ApiError, notFound, validationError } from '../../errors.ts';
import { toJson } from '../../json.ts';
import { isReported, loggableError } from '../../observe/loggable-error.ts';
import type { Logger } from '../../observe/logger.ts';
import { methodNotAllowed } from '../other-methods.ts';
import { isPreflight } from './cors.ts';
import { JSON_TYPE, NO_STORE } from './reply.ts';
import { retryAfterOf } from './retry-after.ts';

export interface ErrorDeps {
  readonly clock: Clock;
  readonly log: Logger;
  /** Converts an error of the database to an ApiError; null for any other error. */
  translate(error: unknown): ApiError | null;
}

/** The error body, the same shape for every error. */
export interface ErrorBody {
  success: false;
  statusCode: number;
  code: string;
  message: string;
  detail: string;
  timestamp: string;
  requestId: string;
  errors?: ApiError['extras']['errors'];
  messages?: ApiError['extras']['messages'];
  available_in?: number;
  deletesAt?: string;
  existingId?: number;
  pendingMigrations?: readonly string[];
}

/** Express knows an error handler by its four parameters. */
export type ErrorHandler = (error: unknown, req: Request, res: Response, next?: unknown) => void;

/** Renders every refusal and every failure; no other code writes error bodies. */
export function errorHandler(deps: ErrorDeps): ErrorHandler {
  const render = refusalRenderer(deps);
  return (error, req, res, _next) => {
    try {
      render(error, req, res);
    } catch {
      res.destroy();
    }
  };
}

function refusalRenderer(deps: ErrorDeps): (error: unknown, req: Request, res: Response) => void {
  return (error, req, res) => {
    const apiError = toApiError(error, deps);
    const { requestId, headers, policy, renderRefusal } = res.locals.exchange;
    const cause = apiError === error ? apiError.extras.cause : (apiError.extras.cause ?? error);
    // a deliberate refusal, such as 503 while starting, is in the request's own log line and needs no stack
    if (apiError.status >= 500 && cause !== undefined && !isReported(cause))
      deps.log.error({ requestId, err: loggableError(cause) }, 'request failed');
    if (res.headersSent) {
      res.destroy();
      return;
    }
    const { availableIn } = apiError.extras;
    if (availableIn !== undefined) headers.setHeader('Retry-After', retryAfterOf(availableIn));
    for (const [name, value] of Object.entries(apiError.extras.headers ?? {})) headers.setHeader(name, value);
    const text = toJson(renderRefusal?.(apiError) ?? renderError(apiError, { requestId, now: deps.clock.now() }));
    const length = ['Content-Length', String(Buffer.byteLength(text))];
    res.writeHead(apiError.status, [...policy.security, ...policy.cors, ...headers.list, ...NO_STORE, ...JSON_TYPE, ...length]);
    if (apiError.extras.headers?.['Connection'] === 'close' && !req.complete) endAfterBody(req, res, text);
    else res.end(text);
  };
}

/** How long the rest of a refused body is dropped before the connection is closed, in milliseconds. */
const DROP_BODY_MS = 1_000;

/**
 * Sends the whole answer at once and closes the connection a little later: a close while the client still sends would reset the
 * connection, and the client would lose the answer.
 */
function endAfterBody(req: Request, res: Response, text: string): void {
  res.write(text);
  const timer = setTimeout(() => res.end(), DROP_BODY_MS);
  req.once('end', () => res.end());
  res.once('close', () => clearTimeout(timer));
  req.resume();
}

export function renderError(error: ApiError, about: { requestId: string; now: Date }): ErrorBody {
  const { errors, messages, availableIn, deletesAt, existingId, pendingMigrations } = error.extras;
  return {
    success: false,
    statusCode: error.status,
    code: error.code,
    message: error.message,
    detail: error.message,
    timestamp: about.now.toISOString(),
    requestId: about.requestId,
    ...(errors === undefined ? {} : { errors }),
    ...(messages === undefined ? {} : { messages }),
    ...(availableIn === undefined ? {} : { available_in: availableIn }),
    ...(deletesAt === undefined ? {} : { deletesAt: deletesAt.toISOString() }),
    ...(existingId === undefined ? {} : { existingId }),
    ...(pendingMigrations === undefined ? {} : { pendingMigrations }),
  };
}

function toApiError(error: unknown, deps: ErrorDeps): ApiError {
  if (error instanceof ApiError) return error;
  const translated = deps.translate(error);
  if (translated !== null) return translated;
  // Express's router throws it for an address that cannot be decoded (`%ff`)
  if (error instanceof URIError) return validationError([{ field: 'path', message: 'the address is not valid' }]);
  return new ApiError(500, 'internal_error', 'Something went wrong on our side.', { cause: error });
}

/** 404 for an address without an endpoint. A preflight passes, because the browser would otherwise report it instead of the 404. */
export const unknownRoute: RequestHandler = (req, res) => {
  if (isPreflight(req)) return methodNotAllowed('GET, HEAD, POST, PUT, DELETE, OPTIONS')(req, res);
  throw notFound();
};
