import assert from 'node:assert/strict';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { AnswerHeaders } from '../../../server/platform/http/fast-path/response-headers.ts';
import { LocalStore } from '../../../server/platform/http/limits/rate-limit-store.ts';
import { until } from '../../support/programs/process.ts';
import { requireRedis } from '../../support/programs/redis.ts';
import { ALONE, type Instance, isShared, PHONE, passedShared, type SharedLimits, startSharedLimits } from '../../support/shared-limits.ts';

const MEGABYTE = 2 ** 20;

describe('counts in the process', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;

  function heapOf(keep: unknown): number {
    collect();
    assert.ok(keep);
    return process.memoryUsage().heapUsed;
  }

  function fill(store: LocalStore, from: number, to: number): void {
    for (let index = from; index < to; index += 1)
      store.increment(`2001:db8:${(index >> 16).toString(16)}:${(index & 65535).toString(16)}::/64`);
  }

  it('bounds its memory and frees it after the window', async () => {
    const store = new LocalStore(1500);
    const empty = heapOf(store);
    fill(store, 0, 100_000);
    const full = heapOf(store) - empty;
    assert.ok(full < 40 * MEGABYTE, `100,000 keys take ${full} bytes`);
    fill(store, 100_000, 450_000);
    const flooded = heapOf(store) - empty;
    assert.ok(flooded < 80 * MEGABYTE, `450,000 keys take ${flooded} bytes`);
    await until(() => heapOf(store) - empty < 5 * MEGABYTE);
    store.shutdown();
  });

  it('keeps a key that is hit during a flood', () => {
    const store = new LocalStore(60_000);
    for (let round = 0; round < 6; round += 1) {
      store.increment('attacker');
      fill(store, round * 50_000, (round + 1) * 50_000);
    }
    assert.equal(store.get('attacker')?.totalHits, 6);
    store.shutdown();
  });
});

describe('a window in the process', () => {
  const WINDOW_MS = 60_000;
  const YEAR_MS = 365 * 86_400_000;
  let now: number;
  let store: LocalStore;

  beforeEach(() => {
    now = Date.UTC(2026, 10, 27);
    store = new LocalStore(WINDOW_MS, { now: () => new Date(now) });
  });
  afterEach(() => store.shutdown());

  it('ends after its length and starts at the next hit', () => {
    store.increment('key', 3);
    now += WINDOW_MS - 1;
    assert.equal(store.increment('key').totalHits, 4);
    now += 1;
    assert.equal(store.get('key'), undefined);
    assert.deepEqual([store.increment('key').totalHits, store.increment('key').totalHits], [1, 2]);
  });

  it('ends after its length when the clock was set back', () => {
    store.increment('hit');
    store.increment('read');
    now -= YEAR_MS;
    const end = new Date(now + WINDOW_MS);
    assert.deepEqual(store.increment('hit'), { totalHits: 2, resetTime: end });
    assert.deepEqual(store.get('read'), { totalHits: 1, resetTime: end });
  });
});

describe('counts shared through Redis', () => {
  let shared: SharedLimits;

  before(requireRedis);
  beforeEach(async () => {
    shared = await startSharedLimits();
  });
  afterEach(() => shared.close());

  it('allows exactly the limit over two parallel processes', async () => {
    const { startTwo } = shared;
    assert.equal(await passedShared(await startTwo({ count: 10, seconds: 60 }), 200), 10);
  });

  it('shows both processes the same headers and seconds', async () => {
    const { startTwo } = shared;
    const [one, two] = await startTwo({ count: 2, seconds: 300 });
    for (let asked = 0; asked < 3; asked += 1) assert.equal(await two.limits.blockedFor('login', PHONE), 0);
    await one.get();
    const second = await two.get();
    assert.match(second.headers.get('RateLimit') ?? '', /^"login"; r=0; t=(2[5-9]\d|300)$/);
    const refused = await one.get();
    assert.equal(refused.status, 429);
    assert.match(refused.headers.get('Retry-After') ?? '', /^(2[5-9]\d|300)$/);
    const blocked = await two.limits.blockedFor('login', PHONE);
    assert.ok(blocked >= 250 && blocked <= 300, `blocked for ${blocked}`);
    assert.equal(await two.limits.blockedFor('login', 'another'), 0);
  });

  it('allows several hits at once up to the limit', async () => {
    const { startTwo } = shared;
    const [one, two] = await startTwo({ count: 10, seconds: 60 });
    const take = ({ limits }: Instance, hits: number) => limits.take('login', PHONE, hits, new AnswerHeaders());
    await until(() => isShared(one) && isShared(two));
    assert.deepEqual([await take(one, 7), await take(two, 0), await take(two, 7), await take(one, 7)], [7, 0, 3, 0]);
  });

  it('ends the window in Redis despite refused hits', async () => {
    const { startTwo } = shared;
    const [one, two] = await startTwo({ count: 1, seconds: 1 });
    const startedAt = performance.now();
    assert.equal((await one.get()).status, 200);
    // refused hits that prolonged the window would prolong it for ever
    await until(async () => (await two.get()).status === 200, undefined, 5_000);
    const elapsed = performance.now() - startedAt;
    assert.ok(elapsed > 900, `a window of 1 s took ${elapsed} ms`);
  });

  it('stores no phone numbers and no counts without expiry', async () => {
    const { raw, startTwo } = shared;
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

  it('continues after Redis loses its scripts and counts', async () => {
    const { raw, startTwo } = shared;
    const [one] = await startTwo({ count: 1, seconds: 60 });
    await one.get();
    await raw.flushall();
    await raw.script('FLUSH');
    assert.deepEqual([(await one.get()).status, (await one.get()).status], [200, 429]);
    assert.equal(one.record.count(ALONE), 0);
  });

  it('closes its connections without a log line', async () => {
    const { raw, startTwo } = shared;
    const [one, two] = await startTwo({ count: 3, seconds: 60 });
    const before = one.record.lines.length;
    await Promise.all([one.limits.close(), two.limits.close()]);
    await until(
      async () =>
        String(await raw.client('LIST'))
          .trim()
          .split('\n').length === 1,
    );
    assert.equal((await one.get()).status, 200);
    assert.equal(one.record.lines.length, before);
  });
});
