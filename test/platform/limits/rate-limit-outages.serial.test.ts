import assert from 'node:assert/strict';
import type { Redis } from 'ioredis';
import { type Answer, countOf } from '../../support/limited-app.ts';
import { until } from '../../support/programs/process.ts';
import { requireRedis } from '../../support/programs/redis.ts';
import {
  ALONE,
  expectOnlyChanges,
  type Instance,
  isShared,
  PHONE,
  parallel,
  passedShared,
  type SharedLimits,
  startSharedLimits,
} from '../../support/shared-limits.ts';

describe('rate limits while Redis fails', () => {
  let shared: SharedLimits;

  before(requireRedis);
  beforeEach(async () => {
    shared = await startSharedLimits();
  });
  afterEach(() => shared.close());

  function slowest(...instances: readonly Instance[]): number {
    return Math.max(...instances.flatMap(({ waits }) => waits));
  }

  it('counts in each process while Redis is dead', async () => {
    const { redis, startTwo } = shared;
    const [one, two] = await startTwo({ count: 5, seconds: 60 });
    await redis.kill();
    const answers = [await parallel([one], 40), await parallel([two], 40)];
    for (const ofOne of answers) assert.deepEqual([countOf(ofOne, 200), countOf(ofOne, 429)], [5, 35]);
    assert.ok(slowest(one, two) < 1_000, `slowest ${slowest(one, two)} ms`);
    assert.ok((await one.limits.blockedFor('login', PHONE)) > 0);
    await redis.restart();
    assert.equal(await passedShared([one, two], 60), 5);
    expectOnlyChanges(one);
  });

  it('delays at most one round of requests while Redis hangs', async () => {
    const { redis, startTwo } = shared;
    const [one, two] = await startTwo({ count: 5, seconds: 60 });
    redis.freeze();
    const first = await parallel([one], 20);
    assert.deepEqual([countOf(first, 200), countOf(first, 429)], [5, 15]);
    assert.ok(slowest(one) < 1_000, `slowest ${slowest(one)} ms`);
    one.waits.length = 0;
    const later: Answer[] = [];
    const endsAt = performance.now() + 2500;
    while (performance.now() < endsAt) later.push(await one.get());
    assert.equal(countOf(later, 429), later.length);
    assert.ok(slowest(one) < 100, `slowest ${slowest(one)} ms`);
    redis.thaw();
    await two.get();
    assert.equal(await passedShared([one, two], 60), 5);
    expectOnlyChanges(one);
  });

  it('starts without Redis and shares counts once it runs', async () => {
    const { redis, start } = shared;
    await redis.kill();
    const one = await start({ count: 3, seconds: 60 });
    const two = await start({ count: 3, seconds: 60 });
    const answers = await parallel([one], 20);
    assert.equal(countOf(answers, 200), 3);
    assert.ok(slowest(one) < 1_000, `slowest ${slowest(one)} ms`);
    await until(() => one.record.count(ALONE) === 1);
    assert.equal(one.record.count(/ECONNREFUSED/), 1);
    await redis.restart();
    assert.equal(await passedShared([one, two], 40), 3);
    expectOnlyChanges(one);
  });

  it('starts with a hanging Redis as with a dead one', async () => {
    const { redis, start } = shared;
    redis.freeze();
    const one = await start({ count: 3, seconds: 60 });
    const answers = await parallel([one], 20);
    assert.equal(countOf(answers, 200), 3);
    assert.ok(slowest(one) < 1_000, `slowest ${slowest(one)} ms`);
    redis.thaw();
    assert.equal(await passedShared([one], 20), 3);
  });

  it('counts in the process while Redis is full', async () => {
    const { raw, startTwo } = shared;
    const [one, two] = await startTwo({ count: 3, seconds: 60 });
    await raw.config('SET', 'maxmemory-policy', 'noeviction');
    await raw.config('SET', 'maxmemory', '1');
    assert.equal(countOf(await parallel([one], 20), 200), 3);
    const seen = await probes(raw);
    await until(async () => (await probes(raw)) >= seen + 2);
    assert.equal(isShared(one), false);
    await raw.config('SET', 'maxmemory', '0');
    assert.equal(await passedShared([one, two], 40), 3);
    expectOnlyChanges(one);
  });

  it('keeps Redis when the process was too busy to read', async () => {
    const [one] = await shared.startTwo({ count: 3, seconds: 60 });
    // after this, timers run before sockets in the turn of the event loop
    await new Promise((resolve) => setImmediate(resolve));
    const before = one.record.lines.length;
    const asked = one.limits.blockedFor('login', PHONE);
    const busyUntil = performance.now() + 400;
    while (performance.now() < busyUntil);
    assert.equal(await asked, 0);
    assert.equal(one.record.lines.length, before);
  });

  it('never logs the password of Redis', async () => {
    const { redis, start } = shared;
    const one = await start({ count: 3, seconds: 60 }, redis.url.replace('//', '//someone:open-sesame@'));
    assert.equal(countOf(await parallel([one], 20), 200), 3);
    await until(() => one.record.count(ALONE) === 1);
    assert.equal(one.record.count(/open-sesame/), 0);
  });
});

/** Commands that Redis has refused so far, such as probes while it is full. */
async function probes(raw: Redis): Promise<number> {
  const stats = await raw.info('stats');
  return Number(/total_error_replies:(\d+)/.exec(stats)?.[1]);
}
