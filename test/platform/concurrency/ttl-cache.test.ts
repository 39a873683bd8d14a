import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { TtlCache } from '../../../server/platform/concurrency/ttl-cache.ts';

/** Counts its loads. After `hold` each load waits for `release`. */
function source() {
  const loads: string[] = [];
  const values = new Map<string, string>();
  const gates: (() => void)[] = [];
  let held = false;
  return {
    loads,
    values,
    hold: () => {
      held = true;
    },
    /** Ends the loads that wait, the latest first. */
    release: () => {
      held = false;
      for (const open of gates.splice(0).reverse()) open();
    },
    load: async (key: string): Promise<string | null> => {
      loads.push(key);
      const value = values.get(key) ?? null;
      if (held) await new Promise<void>((open) => gates.push(open));
      return value;
    },
  };
}

describe('TtlCache', () => {
  it('loads a key once, negative answers too', async () => {
    const { loads, values, load } = source();
    values.set('a', '1');
    const cache = new TtlCache(load);
    assert.deepEqual([await cache.get('a'), await cache.get('a'), await cache.get('b'), await cache.get('b')], ['1', '1', null, null]);
    assert.deepEqual(loads, ['a', 'b']);
  });

  it('loads once for parallel readers of one key', async () => {
    const { loads, values, load } = source();
    values.set('a', '1');
    const cache = new TtlCache(load);
    assert.deepEqual(await Promise.all(Array.from({ length: 20 }, () => cache.get('a'))), Array(20).fill('1'));
    assert.equal(loads.length, 1);
  });

  it('loads again when the answer is too old', async () => {
    const { loads, load } = source();
    const cache = new TtlCache(load, { maxAgeMs: 20 });
    await cache.get('a');
    await sleep(40);
    await cache.get('a');
    assert.equal(loads.length, 2);
  });

  it('counts the age from the start of the load', async () => {
    const { loads, hold, release, load } = source();
    const cache = new TtlCache(load, { maxAgeMs: 30 });
    hold();
    const first = cache.get('a');
    await sleep(50);
    release();
    await first;
    await cache.get('a');
    assert.equal(loads.length, 2);
  });

  it('loads again after forget and drops the overtaken load', async () => {
    const { values, hold, release, load } = source();
    values.set('a', 'old');
    const cache = new TtlCache(load);
    hold();
    const before = cache.get('a');
    values.set('a', 'new');
    cache.forget('a');
    const after = cache.get('a');
    release();
    assert.deepEqual([await before, await after, await cache.get('a')], ['old', 'new', 'new']);
  });

  it('does not keep a failed load', async () => {
    let calls = 0;
    const cache = new TtlCache<string, string>(async () => {
      calls += 1;
      if (calls === 1) throw new Error('away');
      return 'back';
    });
    await assert.rejects(cache.get('a'), /away/);
    assert.equal(await cache.get('a'), 'back');
  });

  it('reports a failed load to all its readers after forget', async () => {
    let fail = (_error: Error): void => {};
    const cache = new TtlCache<string, string>(() => new Promise((_resolve, reject) => (fail = reject)));
    const readers = [cache.get('a'), cache.get('a')];
    cache.forget('a');
    fail(new Error('away'));
    for (const reader of readers) await assert.rejects(reader, /away/);
  });

  it('keeps a refreshed answer as long as a first one', async () => {
    const { loads, load } = source();
    const cache = new TtlCache(load, { maxAgeMs: 200 });
    await cache.get('a');
    await sleep(220);
    await cache.get('a');
    await cache.get('a');
    assert.equal(loads.length, 2);
  });

  it('keeps at most the given number of entries', async () => {
    const { loads, load } = source();
    const cache = new TtlCache(load, { max: 2 });
    for (const key of ['a', 'b', 'c', 'a']) await cache.get(key);
    assert.deepEqual(loads, ['a', 'b', 'c', 'a']);
  });

  it('does not load in the context of its reader', async () => {
    const storage = new AsyncLocalStorage<string>();
    const cache = new TtlCache(async (_key: string) => storage.getStore() ?? 'none');
    assert.equal(await storage.run('reader', () => cache.get('a')), 'none');
  });
});
