import assert from 'node:assert/strict';
import { Redis } from 'ioredis';
import type { RateLimit } from '../../server/config/types.ts';
import { createRateLimiters, type RateLimiters } from '../../server/platform/http/limits/rate-limits.ts';
import { type Answer, countOf, type LimitedApp, limitsOf, type RecordedLog, recordLog, startLimitedApp } from './limited-app.ts';
import { waitedMs } from './loop-watch.ts';
import { until } from './programs/process.ts';
import { startRedis, type TestRedis } from './programs/redis.ts';

/** The log line of a process that begins to count in Redis. */
const SHARED = /"rate limits are counted in Redis"/;
/** The log line of a process that begins to count for itself. */
export const ALONE = /Redis does not count/;
export const PHONE = '11:+9647701234567';

/** One of several server processes, with its limiters, connection to Redis, log and HTTP port. */
export interface Instance extends LimitedApp {
  readonly limits: RateLimiters;
  readonly record: RecordedLog;
  /** How long each request so far was held up by its limit, in `waitedMs`. */
  readonly waits: number[];
}

export interface SharedLimits {
  readonly redis: TestRedis;
  /** A client beside the limiters, to read and to change keys. */
  readonly raw: Redis;
  /** Limits the key in `x-key`, else PHONE, by `login`. */
  start(limit: RateLimit, url?: string): Promise<Instance>;
  /** Two instances that count in Redis. */
  startTwo(limit: RateLimit): Promise<[Instance, Instance]>;
  close(): Promise<void>;
}

/** Starts a Redis; instances that share it are started later. */
export async function startSharedLimits(): Promise<SharedLimits> {
  const redis = await startRedis();
  const raw = new Redis(redis.url, { retryStrategy: () => 50 });
  raw.on('error', () => {});
  const instances: Instance[] = [];
  const start = async (limit: RateLimit, url = redis.url): Promise<Instance> => {
    const instance = await startInstance(limit, url);
    instances.push(instance);
    return instance;
  };
  return {
    redis,
    raw,
    start,
    async startTwo(limit) {
      const both: [Instance, Instance] = [await start(limit), await start(limit)];
      await until(() => both.every(isShared));
      return both;
    },
    async close() {
      for (const instance of instances) await Promise.all([instance.close(), instance.limits.close()]);
      raw.disconnect();
      await redis.stop();
    },
  };
}

async function startInstance(limit: RateLimit, url: string): Promise<Instance> {
  const record = recordLog();
  const waits: number[] = [];
  const limits = await createRateLimiters({ redisUrl: url, rateLimits: limitsOf({ login: limit }) }, record.log);
  const app = await startLimitedApp(async (exchange) => {
    const startedAt = waitedMs();
    try {
      await limits.consume('login', String(exchange.req.headers['x-key'] ?? PHONE), exchange.res);
    } finally {
      waits.push(waitedMs() - startedAt);
    }
  });
  return { ...app, limits, record, waits };
}

/** Whether it counts in Redis now, by its log. */
export function isShared({ record }: Instance): boolean {
  return SHARED.test(record.lines.at(-1) ?? '');
}

/**
 * How many of `count` parallel requests pass while all instances count in Redis. When a busy machine delays Redis, an instance rightly
 * counts alone for a while; then the count says nothing, and it is taken again with another key.
 */
export async function passedShared(instances: readonly Instance[], count: number): Promise<number> {
  for (let round = 0; ; round += 1) {
    await until(() => instances.every(isShared));
    const before = instances.map(({ record }) => record.lines.length);
    const answers = await parallel(instances, count, `round ${round}`);
    if (instances.every(({ record }, index) => record.lines.length === before[index])) return countOf(answers, 200);
  }
}

/** Asserts that each line reports a change, also when a busy machine causes more changes than the test. */
export function expectOnlyChanges({ record: { lines } }: Instance): void {
  for (const [index, line] of lines.entries()) {
    assert.ok(SHARED.test(line) || ALONE.test(line), line);
    if (index > 0) assert.notEqual(SHARED.test(line), SHARED.test(lines[index - 1] ?? ''), lines.join(''));
  }
}

/** `count` requests at once, dealt out to the instances in turn. */
export function parallel(instances: readonly Instance[], count: number, key: string = PHONE): Promise<Answer[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => (instances[index % instances.length] as Instance).get({ 'x-key': key })));
}
