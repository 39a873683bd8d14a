import assert from 'node:assert/strict';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { rateLimit } from 'express-rate-limit';
import { Redis } from 'ioredis';
import type { RateLimit } from '../../server/config/types.ts';
import { LocalStore } from '../../server/platform/http/rate-limit-store.ts';
import { createRateLimiters, type RateLimiters } from '../../server/platform/http/rate-limits.ts';
import { countOf, limitsOf, recordLog, startLimitedApp, until, type Answer, type LimitedApp, type RecordedLog } from '../support/limited-app.ts';
import { startRedis, type TestRedis } from '../support/redis.ts';

const SHARED = /"rate limits are counted in Redis"/;
const ALONE = /Redis does not count/;
const PHONE = '11:+9647701234567';
const MEGABYTE = 2 ** 20;

describe('counts in the process', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;

  function heapOf(keep: unknown): number {
    collect();
    assert.ok(keep);
    return process.memoryUsage().heapUsed;
  }

  async function fill(store: LocalStore, from: number, to: number): Promise<void> {
    for (let index = from; index < to; index += 1) await store.increment(`2001:db8:${(index >> 16).toString(16)}:${(index & 65535).toString(16)}::/64`);
  }

  function startStore(windowMs: number): LocalStore {
    const store = new LocalStore();
    rateLimit({ windowMs, limit: 1, store, validate: false });
    return store;
  }

  it('takes little memory for 100,000 keys, no more than twice that for any number, and none after their windows', async () => {
    const store = startStore(1500);
    const empty = heapOf(store);
    await fill(store, 0, 100_000);
    const full = heapOf(store) - empty;
    assert.ok(full < 40 * MEGABYTE, `100,000 keys take ${full} bytes`);
    await fill(store, 100_000, 450_000);
    assert.ok(store.current.size + store.previous.size <= 200_000);
    const flooded = heapOf(store) - empty;
    assert.ok(flooded < 80 * MEGABYTE, `450,000 keys take ${flooded} bytes`);
    await until(() => store.current.size + store.previous.size === 0);
    const after = heapOf(store) - empty;
    store.shutdown();
    assert.ok(after < 5 * MEGABYTE, `${after} bytes are left`);
  });

  it('does not forget, under a flood of other keys, a key that goes on being hit', async () => {
    const store = startStore(60_000);
    for (let round = 0; round < 6; round += 1) {
      await store.increment('attacker');
      await fill(store, round * 50_000, (round + 1) * 50_000);
    }
    assert.equal((await store.get('attacker'))?.totalHits, 6);
    store.shutdown();
  });
});

describe('counts shared through Redis', () => {
  let redis: TestRedis;
  let raw: Redis;
  const closers: (() => Promise<void>)[] = [];

  beforeEach(async () => {
    redis = await startRedis();
    raw = new Redis(redis.url, { retryStrategy: () => 50 });
    raw.on('error', () => {});
  });

  afterEach(async () => {
    for (const close of closers.splice(0)) await close();
    raw.disconnect();
    await redis.stop();
  });

  interface Instance extends LimitedApp {
    readonly limits: RateLimiters;
    readonly record: RecordedLog;
  }

  /** One process of several: its own limiters, its own connection, its own HTTP port. */
  async function startInstance(limit: RateLimit, url = redis.url): Promise<Instance> {
    const record = recordLog();
    const limits = createRateLimiters({ redisUrl: url, rateLimits: limitsOf({ login: limit }) }, record.log);
    const app = await startLimitedApp((exchange) => limits.consume('login', String(exchange.req.headers['x-key'] ?? PHONE), exchange));
    closers.push(app.close, limits.close);
    return { ...app, limits, record };
  }

  async function startTwo(limit: RateLimit): Promise<[Instance, Instance]> {
    const both: [Instance, Instance] = [await startInstance(limit), await startInstance(limit)];
    await until(() => both.every(({ record }) => record.count(SHARED) === 1));
    return both;
  }

  function parallel(instances: readonly Instance[], count: number, key: string = PHONE): Promise<Answer[]> {
    return Promise.all(Array.from({ length: count }, (_, index) => (instances[index % instances.length] as Instance).get({ 'x-key': key })));
  }

  function slowest(answers: readonly Answer[]): number {
    return Math.max(...answers.map((answer) => answer.ms));
  }

  it('lets exactly as many pass as the limit says, of 200 in parallel over two processes', async () => {
    const answers = await parallel(await startTwo({ count: 10, seconds: 60 }), 200);
    assert.equal(countOf(answers, 200), 10);
    assert.equal(countOf(answers, 429), 190);
  });

  it('tells both processes the same state in headers, seconds and blockedFor', async () => {
    const [one, two] = await startTwo({ count: 2, seconds: 300 });
    for (let asked = 0; asked < 3; asked += 1) assert.equal(await two.limits.blockedFor('login', PHONE), 0);
    await one.get();
    const second = await two.get();
    assert.match(second.headers.get('RateLimit') ?? '', /^"login"; r=0; t=(299|300)$/);
    const refused = await one.get();
    assert.equal(refused.status, 429);
    assert.ok(['299', '300'].includes(refused.headers.get('Retry-After') ?? ''));
    const blocked = await two.limits.blockedFor('login', PHONE);
    assert.ok(blocked === 299 || blocked === 300, `blocked for ${blocked}`);
    assert.equal(await two.limits.blockedFor('login', 'another'), 0);
  });

  it('ends the window in Redis too, whatever was refused in it', async () => {
    const [one, two] = await startTwo({ count: 1, seconds: 1 });
    assert.equal((await one.get()).status, 200);
    const startedAt = performance.now();
    await until(async () => (await two.get()).status === 200);
    const elapsed = performance.now() - startedAt;
    assert.ok(elapsed > 900 && elapsed < 1500, `a window of 1 s took ${elapsed} ms`);
  });

  it('keeps no phone number in Redis, and no count without an end', async () => {
    const [one] = await startTwo({ count: 5, seconds: 60 });
    await one.get();
    const keys = (await raw.keys('*')).filter((key) => key !== 'diwan:rl:probe');
    assert.equal(keys.length, 1);
    assert.match(String(keys[0]), /^diwan:rl:login:[\w-]{22}$/);
    await raw.persist(String(keys[0]));
    await one.get();
    const left = await raw.pttl(String(keys[0]));
    assert.ok(left > 50_000 && left <= 60_000, `${left} ms left`);
  });

  it('goes on when Redis forgets its scripts and all counts', async () => {
    const [one] = await startTwo({ count: 1, seconds: 60 });
    await one.get();
    await raw.flushall();
    await raw.script('FLUSH');
    assert.deepEqual([(await one.get()).status, (await one.get()).status], [200, 429]);
    assert.equal(one.record.count(ALONE), 0);
  });

  it('counts in each process while Redis is dead, without a failure or a delay, and together again once it is back', async () => {
    const [one, two] = await startTwo({ count: 5, seconds: 60 });
    await redis.kill();
    const answers = [await parallel([one], 40), await parallel([two], 40)];
    for (const ofOne of answers) assert.deepEqual([countOf(ofOne, 200), countOf(ofOne, 429)], [5, 35]);
    assert.ok(slowest(answers.flat()) < 600, `slowest ${slowest(answers.flat())} ms`);
    assert.ok((await one.limits.blockedFor('login', PHONE)) > 0);
    await redis.restart();
    await until(() => one.record.count(SHARED) === 2 && two.record.count(SHARED) === 2);
    assert.equal(countOf(await parallel([one, two], 60), 200), 5);
    assert.deepEqual([one.record.count(ALONE), one.record.lines.length], [1, 3]);
  });

  it('delays no request by more than the one command time while Redis is frozen, and hardly any at all', async () => {
    const [one, two] = await startTwo({ count: 5, seconds: 60 });
    redis.freeze();
    const first = await parallel([one], 20);
    assert.deepEqual([countOf(first, 200), countOf(first, 429)], [5, 15]);
    assert.ok(slowest(first) < 500, `slowest ${slowest(first)} ms`);
    const later: Answer[] = [];
    const endsAt = performance.now() + 2500;
    while (performance.now() < endsAt) later.push(await one.get());
    assert.equal(countOf(later, 429), later.length);
    assert.ok(later.filter((answer) => answer.ms > 140).length <= 2, `slowest ${slowest(later)} ms`);
    redis.thaw();
    await until(() => one.record.count(SHARED) === 2);
    await two.get();
    await until(() => two.record.count(SHARED) > two.record.count(ALONE));
    assert.equal(countOf(await parallel([one, two], 60, 'after the thaw'), 200), 5);
    assert.deepEqual([one.record.count(ALONE), one.record.lines.length], [1, 3]);
  });

  it('starts without Redis, limits in the process, and shares once Redis comes up', async () => {
    await redis.kill();
    const one = await startInstance({ count: 3, seconds: 60 });
    const two = await startInstance({ count: 3, seconds: 60 });
    const answers = await parallel([one], 20);
    assert.equal(countOf(answers, 200), 3);
    assert.ok(slowest(answers) < 600, `slowest ${slowest(answers)} ms`);
    await until(() => one.record.count(ALONE) === 1);
    await redis.restart();
    await until(() => one.record.count(SHARED) === 1 && two.record.count(SHARED) === 1);
    assert.equal(countOf(await parallel([one, two], 40), 200), 3);
    assert.deepEqual([one.record.count(ALONE), one.record.lines.length], [1, 2]);
  });

  it('starts with a frozen Redis as with a dead one', async () => {
    redis.freeze();
    const one = await startInstance({ count: 3, seconds: 60 });
    const answers = await parallel([one], 20);
    assert.equal(countOf(answers, 200), 3);
    assert.ok(slowest(answers) < 600, `slowest ${slowest(answers)} ms`);
    redis.thaw();
    await until(() => one.record.count(SHARED) === 1);
    assert.equal(countOf(await parallel([one], 20), 200), 3);
  });

  it('counts in the process while Redis is full, one line in the log and no wavering, and shares once there is room', async () => {
    const [one, two] = await startTwo({ count: 3, seconds: 60 });
    await raw.config('SET', 'maxmemory-policy', 'noeviction');
    await raw.config('SET', 'maxmemory', '1');
    assert.equal(countOf(await parallel([one], 20), 200), 3);
    const seen = await probes(raw);
    await until(async () => (await probes(raw)) >= seen + 2);
    assert.deepEqual([one.record.count(ALONE), one.record.count(SHARED)], [1, 1]);
    await raw.config('SET', 'maxmemory', '0');
    await until(() => one.record.count(SHARED) === 2 && two.record.count(SHARED) > two.record.count(ALONE));
    assert.equal(countOf(await parallel([one, two], 40), 200), 3);
  });

  it('never tells the password of Redis in the log', async () => {
    const one = await startInstance({ count: 3, seconds: 60 }, `redis://someone:open-sesame@127.0.0.1:${redis.port}`);
    assert.equal(countOf(await parallel([one], 20), 200), 3);
    await until(() => one.record.count(ALONE) === 1);
    assert.equal(one.record.count(/open-sesame/), 0);
  });

  it('leaves no connection behind when closed, and says nothing of it', async () => {
    const [one, two] = await startTwo({ count: 3, seconds: 60 });
    await Promise.all([one.limits.close(), two.limits.close()]);
    await until(async () => String(await raw.client('LIST')).trim().split('\n').length === 1);
    assert.equal((await one.get()).status, 200);
    assert.deepEqual([one.record.count(ALONE), one.record.lines.length], [0, 1]);
  });
});

/** Commands that Redis refused so far: what a probe meets while it is full. */
async function probes(raw: Redis): Promise<number> {
  const stats = await raw.info('stats');
  return Number(/total_error_replies:(\d+)/.exec(stats)?.[1]);
}
