import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { Bulkhead } from '../../../server/platform/concurrency/bulkhead.ts';
import { SharedReads } from '../../../server/platform/concurrency/shared-reads.ts';
import { until } from '../../support/programs/process.ts';

interface Load {
  readonly name: string;
  end(value: string): void;
  fail(error: Error): void;
}

/** Reads whose loads a test ends itself. `slots` bounds the loads under way. */
function stage({ slots = 100, queue = 100 } = {}) {
  const reads = new SharedReads<string>();
  const loads: Load[] = [];
  const bulkhead = new Bulkhead({ slots, queue, waitMs: 60_000 });
  const read = (key: string, { name = '', isWanted = () => true }: { name?: string; isWanted?: () => boolean } = {}): Promise<string> =>
    reads.read(key, {
      enter: (begin) => bulkhead.run(begin),
      load: () =>
        new Promise<string>((resolve, reject) => {
          loads.push({ name, end: resolve, fail: reject });
        }),
      isWanted,
    });
  const begun = (count: number): Promise<void> => until(async () => loads.length >= count);
  return { reads, loads, read, begun };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('SharedReads', () => {
  it('loads once for all reads of one turn', async () => {
    const { reads, loads, read, begun } = stage();
    const answers = Array.from({ length: 50 }, () => read('a'));
    await begun(1);
    loads[0]?.end('first');
    assert.deepEqual(new Set(await Promise.all(answers)), new Set(['first']));
    assert.equal(loads.length, 1);
    assert.equal(reads.size, 0);
  });

  it('gives no answer that was being loaded at arrival', async () => {
    const { loads, read, begun } = stage();
    const early = read('a');
    await begun(1);
    const late = [read('a'), read('a')];
    await turn();
    assert.equal(loads.length, 1, 'the next load waits for the current one');
    loads[0]?.end('old');
    assert.equal(await early, 'old');
    await begun(2);
    loads[1]?.end('new');
    assert.deepEqual(await Promise.all(late), ['new', 'new']);
    assert.equal(loads.length, 2);
  });

  it('lets reads join until their batch has a slot', async () => {
    const { loads, read, begun } = stage({ slots: 1 });
    const other = read('b');
    await begun(1);
    const first = read('a');
    await sleep(20);
    const joined = read('a');
    loads[0]?.end('other');
    await begun(2);
    loads[1]?.end('one');
    assert.deepEqual(await Promise.all([other, first, joined]), ['other', 'one', 'one']);
  });

  it('knows the keys that readers wait for', async () => {
    const { reads, loads, read, begun } = stage();
    assert.equal(reads.has('a'), false);
    const first = read('a');
    assert.deepEqual([reads.has('a'), reads.has('b')], [true, false]);
    await begun(1);
    assert.equal(reads.has('a'), true);
    loads[0]?.end('one');
    await first;
    assert.equal(reads.has('a'), false);
  });

  it('keeps the answers of different keys apart', async () => {
    const { loads, read, begun } = stage();
    const answers = ['a', 'b', 'c'].map((key) => read(key, { name: key }));
    await begun(3);
    for (const load of loads) load.end(load.name);
    assert.deepEqual(await Promise.all(answers), ['a', 'b', 'c']);
  });

  it('loads again after a failure, for later reads only', async () => {
    const { reads, loads, read, begun } = stage();
    const failing = [read('a'), read('a')];
    await begun(1);
    const later = read('a');
    loads[0]?.fail(new Error('lost'));
    for (const result of await Promise.allSettled(failing)) assert.equal(result.status, 'rejected');
    await begun(2);
    loads[1]?.end('fresh');
    assert.equal(await later, 'fresh');
    assert.equal(reads.size, 0);
  });

  it('begins the next load beside a stuck one', async () => {
    const { loads, read, begun } = stage();
    const stuck = read('a');
    await begun(1);
    const next = read('a');
    await begun(2);
    loads[1]?.end('next');
    assert.equal(await next, 'next');
    const third = read('a');
    await begun(3);
    loads[0]?.end('stuck');
    loads[2]?.end('third');
    assert.deepEqual(await Promise.all([stuck, third]), ['stuck', 'third']);
  });

  it('loads nothing for reads that all gave up waiting', async () => {
    const { reads, loads, read, begun } = stage({ slots: 1 });
    const other = read('b');
    await begun(1);
    let isWanted = true;
    const given = Promise.allSettled([read('a', { isWanted: () => isWanted }), read('a', { isWanted: () => isWanted })]);
    await turn();
    isWanted = false;
    loads[0]?.end('other');
    await other;
    for (const result of await given) assert.equal(result.status, 'rejected');
    assert.equal(loads.length, 1);
    assert.equal(reads.size, 0);
  });

  it('loads for the one read that still waits', async () => {
    const { loads, read, begun } = stage({ slots: 1 });
    const other = read('b');
    await begun(1);
    const batch = [read('a', { isWanted: () => false }), read('a')];
    await turn();
    loads[0]?.end('other');
    await begun(2);
    loads[1]?.end('wanted');
    assert.deepEqual(await Promise.all([other, ...batch]), ['other', 'wanted', 'wanted']);
  });

  it('forgets a batch that no slot admitted', async () => {
    const { reads, loads, read, begun } = stage({ slots: 1, queue: 0 });
    const other = read('b');
    await begun(1);
    for (const result of await Promise.allSettled([read('a'), read('a')])) assert.equal(result.status, 'rejected');
    loads[0]?.end('other');
    await other;
    const again = read('a');
    await begun(2);
    loads[1]?.end('again');
    assert.equal(await again, 'again');
    assert.equal(reads.size, 0);
  });

  it('never answers with a value older than the read', async () => {
    const reads = new SharedReads<number>();
    let value = 0;
    const read = (): Promise<number> =>
      reads.read('a', {
        enter: (begin) => begin(),
        async load() {
          // as a database: the value of some moment after the statement was sent
          await sleep(Math.random() * 2);
          const seen = value;
          await sleep(Math.random() * 2);
          return seen;
        },
        isWanted: () => true,
      });
    const readers = Array.from({ length: 20 }, async () => {
      for (let count = 0; count < 40; count += 1) {
        value += 1;
        const atArrival = value;
        assert.ok((await read()) >= atArrival);
        await sleep(Math.random() * 3);
      }
    });
    await Promise.all(readers);
    assert.equal(reads.size, 0);
  });
});
