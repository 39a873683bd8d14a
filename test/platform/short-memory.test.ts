import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { ShortMemory } from '../../server/platform/short-memory.ts';

/** Counts its look-ups; each waits for `release` where one is given. */
function source() {
  const asked: string[] = [];
  const values = new Map<string, string>();
  const gates: (() => void)[] = [];
  let held = false;
  return {
    asked,
    values,
    hold: () => {
      held = true;
    },
    /** The look-ups that wait answer now, the latest first. */
    release: () => {
      held = false;
      for (const open of gates.splice(0).reverse()) open();
    },
    load: async (key: string): Promise<string | null> => {
      asked.push(key);
      const value = values.get(key) ?? null;
      if (held) await new Promise<void>((open) => gates.push(open));
      return value;
    },
  };
}

describe('ShortMemory', () => {
  it('asks once for what it was asked twice, absent answers too', async () => {
    const { asked, values, load } = source();
    values.set('a', '1');
    const memory = new ShortMemory(load);
    assert.deepEqual(
      [await memory.recall('a'), await memory.recall('a'), await memory.recall('b'), await memory.recall('b')],
      ['1', '1', null, null],
    );
    assert.deepEqual(asked, ['a', 'b']);
  });

  it('asks once for what many ask at the same time', async () => {
    const { asked, values, load } = source();
    values.set('a', '1');
    const memory = new ShortMemory(load);
    assert.deepEqual(await Promise.all(Array.from({ length: 20 }, () => memory.recall('a'))), Array(20).fill('1'));
    assert.equal(asked.length, 1);
  });

  it('asks again when the answer is too old', async () => {
    const { asked, load } = source();
    const memory = new ShortMemory(load, { maxAgeMs: 20 });
    await memory.recall('a');
    await sleep(40);
    await memory.recall('a');
    assert.equal(asked.length, 2);
  });

  it('counts the age from when the look-up began', async () => {
    const { asked, hold, release, load } = source();
    const memory = new ShortMemory(load, { maxAgeMs: 30 });
    hold();
    const first = memory.recall('a');
    await sleep(50);
    release();
    await first;
    await memory.recall('a');
    assert.equal(asked.length, 2);
  });

  it('asks anew after forget, and does not keep what was being looked up meanwhile', async () => {
    const { values, hold, release, load } = source();
    values.set('a', 'old');
    const memory = new ShortMemory(load);
    hold();
    const before = memory.recall('a');
    values.set('a', 'new');
    memory.forget('a');
    const after = memory.recall('a');
    release();
    assert.deepEqual([await before, await after, await memory.recall('a')], ['old', 'new', 'new']);
  });

  it('keeps no failure', async () => {
    let calls = 0;
    const memory = new ShortMemory<string, string>(async () => {
      calls += 1;
      if (calls === 1) throw new Error('away');
      return 'back';
    });
    await assert.rejects(memory.recall('a'), /away/);
    assert.equal(await memory.recall('a'), 'back');
  });

  it('keeps no more than it may', async () => {
    const { asked, load } = source();
    const memory = new ShortMemory(load, { max: 2 });
    for (const key of ['a', 'b', 'c', 'a']) await memory.recall(key);
    assert.deepEqual(asked, ['a', 'b', 'c', 'a']);
  });

  it('looks up outside of the asker: a transaction of his is not joined', async () => {
    const asker = new AsyncLocalStorage<string>();
    const memory = new ShortMemory(async (_key: string) => asker.getStore() ?? 'nobody');
    assert.equal(await asker.run('somebody', () => memory.recall('a')), 'nobody');
  });
});
