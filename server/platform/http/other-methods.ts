import type { RequestHandler } from 'express';
import type { Row } from './endpoint.ts';
import { methodNotAllowed } from './exchange.ts';

/**
 * Comes after all rows of a service: answers 405 at an address that some of them have, though not with this method, and OPTIONS.
 * `/features/admin` is an address of the row `/features/:flagKey` too, so `Allow` is made of all that reach it.
 */
export function otherMethods(rows: readonly Row[]): RequestHandler {
  const patterns = rows.map((row) => ({ row, pattern: patternOf(row.path) }));
  return (req, res, next) => {
    const reached = patterns.filter(({ pattern }) => pattern.test(req.path)).map(({ row }) => row);
    if (reached.length === 0) return next();
    methodNotAllowed(allowOf(reached))(req, res);
  };
}

/** What the router makes of a row's path: any case, with or without the last slash. */
function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}/?$`, 'i');
}

/** GET brings HEAD with it. */
function allowOf(rows: readonly Row[]): string {
  const methods = rows.flatMap((row) => (row.method === 'get' ? ['GET', 'HEAD'] : [row.method.toUpperCase()]));
  return [...new Set(methods), 'OPTIONS'].join(', ');
}
