import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express, { type Request, type Response } from 'express';
import { pino } from 'pino';
import { RATE_LIMIT_NAMES, type RateLimit, type RateLimitConfig, type RateLimitName } from '../../server/config/types.ts';
import { systemClock } from '../../server/platform/clock.ts';
import { AnswerHeaders } from '../../server/platform/http/fast-path/response-headers.ts';
import { createRateLimiters, type RateLimiters } from '../../server/platform/http/limits/rate-limits.ts';
import { CLOSED } from '../../server/platform/http/reply/cors.ts';
import { errorHandler } from '../../server/platform/http/reply/error-handler.ts';
import type { Logger } from '../../server/platform/observe/logger.ts';

/** All limits off but the given ones. */
export function limitsOf(some: Partial<Record<RateLimitName, RateLimit>>): RateLimitConfig {
  const off = Object.fromEntries(RATE_LIMIT_NAMES.map((name) => [name, null])) as Record<RateLimitName, null>;
  return { ...off, ...some, globalScope: 'auth' };
}

export interface LimitedApp {
  get(headers?: Record<string, string>): Promise<Answer>;
  readonly port: number;
  close(): Promise<void>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

export interface HttpExchange {
  readonly req: Request;
  readonly res: Response;
}

/** An app whose limits are counted in the process. */
export async function startLocallyLimited(
  rateLimits: RateLimitConfig,
  handle: (limits: RateLimiters, exchange: HttpExchange) => Promise<unknown>,
  hops = 0,
): Promise<LimitedApp> {
  const limits = await createRateLimiters({ redisUrl: null, rateLimits }, pino({ level: 'silent' }));
  const app = await startLimitedApp((exchange) => handle(limits, exchange), hops);
  return {
    ...app,
    async close() {
      await app.close();
      await limits.close();
    },
  };
}

/** A tiny app over real HTTP: each request runs `handle`; refusals are rendered by the server's own error handler. */
export async function startLimitedApp(handle: (exchange: HttpExchange) => Promise<unknown>, hops = 0): Promise<LimitedApp> {
  const app = express();
  app.set('trust proxy', hops);
  app.use((_req, res, next) => {
    res.locals.exchange = { requestId: 'test', headers: new AnswerHeaders(), policy: CLOSED, route: '/', report() {} };
    next();
  });
  app.get('/', async (req, res) => {
    res.json((await handle({ req, res })) ?? {});
  });
  app.use(errorHandler({ clock: systemClock, log: pino({ level: 'silent' }), translate: () => null }));
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    get: (headers = {}) => ask(`http://127.0.0.1:${port}/`, headers),
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function ask(url: string, headers: Record<string, string>): Promise<Answer> {
  const response = await fetch(url, { headers });
  const body = (await response.json()) as Record<string, unknown>;
  return { status: response.status, headers: response.headers, body };
}

/** `count` requests at once. */
export function flood(app: LimitedApp, count: number, headers?: (index: number) => Record<string, string>): Promise<Answer[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => app.get(headers?.(index))));
}

export function countOf(answers: readonly Answer[], status: number): number {
  return answers.filter((answer) => answer.status === status).length;
}

export interface RecordedLog {
  readonly log: Logger;
  readonly lines: readonly string[];
  /** How many lines match. */
  count(text: RegExp): number;
}

export function recordLog(): RecordedLog {
  const lines: string[] = [];
  return {
    log: pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) }),
    lines,
    count: (text) => lines.filter((line) => text.test(line)).length,
  };
}
