import assert from 'node:assert/strict';
import { AsyncResource } from 'node:async_hooks';
import { Bulkhead } from '../../../../server/platform/concurrency/bulkhead.ts';
import type { Database } from '../../../../server/platform/db/database.ts';
import { OutcomeUnknownError } from '../../../../server/platform/db/statements/driver-error.ts';
import { execute, selectRows } from '../../../../server/platform/db/statements/sql.ts';
import { BatchQueue } from '../../../../server/platform/db/transactions/batch-queue.ts';
import type { Batches } from '../../../../server/platform/db/transactions/batches.ts';
import { inTransaction } from '../../../../server/platform/db/transactions/transaction.ts';
import { ApiError, notFound } from '../../../../server/platform/errors.ts';
import { openScratchDatabase } from '../../../support/databases/scratch-database.ts';
import { until } from '../../../support/programs/process.ts';

const FAULTY = 'faulty';
const REFUSED = 'refused';

describe('a queue of batches', () => {
  let db: Database;
  let batches: { key: number; items: readonly string[] }[];
  let queue: BatchQueue<string, string>;

  /** The identity of an item is its text up to the first blank, if it has one. */
  const lines: Batches<string, string> = {
    name: 'lines',
    sizeOf: (line) => line.length,
    identityOf: (line) => (line.includes(' ') ? (line.split(' ')[0] ?? null) : null),
    async write(database, key, items) {
      batches.push({ key, items });
      assert.ok(database.scopes.open() !== null);
      const written = items.filter((item) => item !== REFUSED);
      if (written.length > 0)
        await execute(database, 'INSERT INTO notes (owner, line) VALUES :values', { values: written.map((line) => [key, line]) });
      if (items.includes(FAULTY)) throw new Error('This line cannot be written.');
      return items.map((item) => (item === REFUSED ? notFound('line') : `${item}, written`));
    },
  };

  before(async () => {
    db = await openScratchDatabase();
    await execute(db, 'CREATE TABLE notes (owner INTEGER NOT NULL, line VARCHAR(40) NOT NULL)');
  });
  beforeEach(async () => {
    await execute(db, 'DELETE FROM notes');
    batches = [];
    queue = new BatchQueue(db, lines, new Bulkhead({ slots: 2, queue: 10, waitMs: 1_500 }));
  });
  afterEach(() => assert.equal(queue.waiting, 0));
  after(() => db.close());

  const stored = async (): Promise<string[]> => {
    const rows = await selectRows<{ owner: number; line: string }>(db, 'SELECT owner, line FROM notes ORDER BY owner, line');
    return rows.map(({ owner, line }) => `${owner} ${line}`);
  };
  const itemsOf = () => batches.map(({ items }) => items.join(', '));

  /** A queue whose every batch fails. */
  const queueThatFails = (failure: Error) =>
    new BatchQueue(db, { ...lines, write: () => Promise.reject(failure) }, new Bulkhead({ slots: 1, queue: 1, waitMs: 1_500 }));

  it('writes together what arrives together', async () => {
    const written = await Promise.all(['a', 'b', 'c'].map((line) => queue.add(1, line)));
    assert.deepEqual(written, ['a, written', 'b, written', 'c, written']);
    assert.deepEqual([itemsOf(), await stored()], [['a, b, c'], ['1 a', '1 b', '1 c']]);
  });

  it('answers an item only after its commit', async () => {
    const seen = queue.add(1, 'a').then(stored);
    const more = queue.add(2, 'b').then(stored);
    assert.ok((await seen).includes('1 a'));
    assert.ok((await more).includes('2 b'));
  });

  it('writes what arrives meanwhile as the next batch', async () => {
    const first = queue.add(1, 'a');
    await new Promise((resolve) => setImmediate(resolve));
    await Promise.all([first, queue.add(1, 'b'), queue.add(1, 'c')]);
    assert.deepEqual(itemsOf(), ['a', 'b, c']);
  });

  it('never puts items of two keys together', async () => {
    await Promise.all([queue.add(1, 'a'), queue.add(2, 'b'), queue.add(1, 'c')]);
    assert.deepEqual(batches.map(({ key, items }) => `${key}: ${items.join(', ')}`).sort(), ['1: a, c', '2: b']);
  });

  it('writes items on one thing after each other', async () => {
    const items = ['x 1', 'y 1', 'x 2', 'z', 'y 2', 'x 3'];
    const results = await Promise.all(items.map((line) => queue.add(1, line)));
    assert.deepEqual(
      results,
      items.map((line) => `${line}, written`),
    );
    assert.deepEqual(itemsOf(), ['x 1, y 1, z', 'x 2, y 2', 'x 3']);
  });

  it('writes at most 256 items in a batch', async () => {
    await Promise.all(Array.from({ length: 300 }, (_, index) => queue.add(1, `line-${index}`)));
    assert.deepEqual(
      batches.map(({ items }) => items.length),
      [256, 44],
    );
    assert.equal((await stored()).length, 300);
  });

  it('writes at most 4 MiB in a batch', async () => {
    const large = new BatchQueue(db, { ...lines, sizeOf: () => 1_500_000 }, new Bulkhead({ slots: 1, queue: 1, waitMs: 1_500 }));
    await Promise.all(['a', 'b', 'c', 'd'].map((line) => large.add(1, line)));
    assert.deepEqual(itemsOf(), ['a, b', 'c, d']);
  });

  it('refuses what a slow batch kept waiting for long', async () => {
    let release = (): void => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const write: typeof lines.write = async (...call) => {
      if (batches.length === 0) await released;
      return lines.write(...call);
    };
    const slow = new BatchQueue(db, { ...lines, write }, new Bulkhead({ slots: 1, queue: 1, waitMs: 1_500 }));
    const first = slow.add(1, 'first');
    await new Promise((resolve) => setTimeout(resolve, 20));
    const late = assert.rejects(slow.add(1, 'late'), (error: unknown) => error instanceof ApiError && error.status === 503);
    await new Promise((resolve) => setTimeout(resolve, 1_600));
    release();
    assert.equal(await first, 'first, written');
    await late;
    assert.deepEqual(await stored(), ['1 first']);
  });

  it('refuses an item without its neighbours', async () => {
    const [good, refused] = await Promise.allSettled([queue.add(1, 'a'), queue.add(1, REFUSED)]);
    assert.equal(good.status, 'fulfilled');
    assert.ok(refused.status === 'rejected' && refused.reason instanceof ApiError && refused.reason.status === 404);
    assert.deepEqual([itemsOf(), await stored()], [[`a, ${REFUSED}`], ['1 a']]);
  });

  it('writes each item alone after a batch failed', async () => {
    const [good, faulty, other] = await Promise.allSettled([queue.add(1, 'a'), queue.add(1, FAULTY), queue.add(1, 'b')]);
    assert.deepEqual([good.status, faulty.status, other.status], ['fulfilled', 'rejected', 'fulfilled']);
    assert.deepEqual(
      [itemsOf(), await stored()],
      [
        [`a, ${FAULTY}, b`, 'a', FAULTY, 'b'],
        ['1 a', '1 b'],
      ],
    );
  });

  it('fails all that wait when the database refuses', async () => {
    const lost = Object.assign(new Error('gone'), { code: 'ECONNREFUSED' });
    const failing = queueThatFails(lost);
    const first = failing.add(1, 'a');
    await new Promise((resolve) => setImmediate(resolve));
    const results = await Promise.allSettled([first, failing.add(1, 'b'), failing.add(1, 'c')]);
    assert.deepEqual(results, new Array(3).fill({ status: 'rejected', reason: lost }));
    assert.equal(failing.waiting, 0);
  });

  it('knows that items behind a lost commit were not sent', async () => {
    const lost = new OutcomeUnknownError(new Error('gone'));
    const failing = queueThatFails(lost);
    const first = failing.add(1, 'a');
    await new Promise((resolve) => setImmediate(resolve));
    const [sent, waiting] = await Promise.allSettled([first, failing.add(1, 'b')]);
    assert.deepEqual(sent, { status: 'rejected', reason: lost });
    assert.ok(waiting.status === 'rejected' && waiting.reason instanceof ApiError && waiting.reason.code === 'unavailable');
  });

  it('fails without a slot only those that waited', async () => {
    const slots = new Bulkhead({ slots: 1, queue: 10, waitMs: 100 });
    const waitingLines = new BatchQueue(db, lines, slots);
    let release = (): void => {};
    const held = slots.run(() => new Promise<void>((resolve) => (release = resolve)));
    const early = assert.rejects(waitingLines.add(1, 'early'), (error: unknown) => error instanceof ApiError && error.status === 503);
    await until(() => slots.waiting === 1);
    const later = waitingLines.add(1, 'later');
    await early;
    release();
    assert.equal(await later, 'later, written');
    await held;
  });

  it('writes inside an open transaction as part of it', async () => {
    const rollBack = new Error('roll back');
    const attempt = inTransaction(db, async () => {
      assert.equal(await queue.add(1, 'a'), 'a, written');
      assert.deepEqual(await stored(), ['1 a']);
      throw rollBack;
    });
    await assert.rejects(attempt, rollBack);
    assert.deepEqual(await stored(), []);
    await inTransaction(db, () => queue.add(1, 'b'));
    assert.deepEqual(await stored(), ['1 b']);
  });

  it('keeps an open transaction apart from waiting items', async () => {
    const rollBack = new Error('roll back');
    let waiting = Promise.resolve('');
    // like another request, which is in no transaction
    const addOutside = AsyncResource.bind(() => queue.add(1, 'before'));
    const attempt = inTransaction(db, async () => {
      waiting = addOutside();
      await queue.add(1, 'inside');
      throw rollBack;
    });
    await assert.rejects(attempt, rollBack);
    assert.equal(await waiting, 'before, written');
    assert.deepEqual(await stored(), ['1 before']);
  });

  it('goes on after a failure of every kind', async () => {
    await Promise.allSettled([queue.add(1, FAULTY), queue.add(1, REFUSED)]);
    assert.equal(await queue.add(1, 'a'), 'a, written');
  });
});
