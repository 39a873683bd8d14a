import type { ErrorRequestHandler, RequestHandler } from 'express';
import type { Clock } from '../clock.ts';
import { ApiError, notFound, validationError } from '../errors.ts';
import { loggableError } from '../loggable-error.ts';
import type { Logger } from '../logger.ts';
import { API_POLICY } from './answer-headers.ts';

export interface ErrorDeps {
  readonly clock: Clock;
  readonly log: Logger;
  /** Makes an ApiError of an error of the database; null when it is none. */
  translate(error: unknown): ApiError | null;
}

/** The error body, one shape everywhere (contract §1.5). */
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
}

/** Renders every refusal and every failure; the only place that does. */
export function errorHandler(deps: ErrorDeps): ErrorRequestHandler {
  return (error: unknown, _req, res, _next) => {
    const apiError = toApiError(error, deps);
    const { requestId, headers } = res.locals.exchange;
    const cause = apiError === error ? apiError.extras.cause : (apiError.extras.cause ?? error);
    // a refusal made on purpose, such as 503 while starting, is told by the line of the request; a stack would only alarm
    if (apiError.status >= 500 && cause !== undefined) deps.log.error({ requestId, err: loggableError(cause) }, 'request failed');
    if (res.headersSent) {
      res.destroy();
      return;
    }
    const { availableIn } = apiError.extras;
    const text = JSON.stringify(renderError(apiError, { requestId, now: deps.clock.now() }));
    res.writeHead(apiError.status, {
      ...API_POLICY,
      ...headers.all,
      ...(availableIn === undefined ? {} : { 'Retry-After': availableIn }),
      ...apiError.extras.headers,
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(text),
      'Cache-Control': 'no-store',
    });
    res.end(text);
  };
}

export function renderError(error: ApiError, about: { requestId: string; now: Date }): ErrorBody {
  const { errors, messages, availableIn } = error.extras;
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
  };
}

function toApiError(error: unknown, deps: ErrorDeps): ApiError {
  if (error instanceof ApiError) return error;
  const translated = deps.translate(error);
  if (translated !== null) return translated;
  // what Express's router throws on an address that does not decode (`%ff`)
  if (error instanceof URIError) return validationError([{ field: 'path', message: 'the address is not valid' }]);
  return new ApiError(500, 'internal_error', 'Something went wrong on our side.', { cause: error });
}

/** 404 for an address that no row has. */
export const unknownRoute: RequestHandler = () => {
  throw notFound();
};
