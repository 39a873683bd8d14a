import assert from 'node:assert/strict';
import type { Database } from '../../../server/platform/db/database.ts';
import { inTransaction } from '../../../server/platform/db/transactions/transaction.ts';
import { incrementAndLock, incrementCounters, readCounts } from '../../../server/services/feedback/counts/counts.ts';
import { recountFeedback } from '../../../server/services/feedback/counts/recount.ts';
import { execute, selectRows } from '../../support/databases/sql.ts';
import type { TestServer } from '../../support/server.ts';
import { newProject } from '../content-support.ts';
import { startFeedbackServer } from '../support.ts';

const NAME = 'reviews:approved:store:5';
const OPEN_AT_ONCE = 8;

type Increment = (db: Database, projectId: number, deltas: Readonly<Record<string, number>>) => Promise<void>;

describe('the slots of a counter', () => {
  let server: TestServer;
  let projectId: number;

  before(async () => {
    server = await startFeedbackServer();
  });
  beforeEach(async () => {
    projectId = await newProject(server);
  });
  after(() => server.close());

  const slots = () =>
    selectRows<{ slot: number; total: number }>(
      server.db,
      'SELECT slot, total FROM feedback_counts WHERE project_id = :projectId AND name = :name ORDER BY slot',
      { projectId, name: NAME },
    );
  const total = async () => (await readCounts(server.db, projectId, 'reviews')).reduce((sum, count) => sum + count.total, 0);

  /** Increments in transactions that all stay open until each has incremented, or until one of them has to wait. */
  async function incrementAtOnce(increment: Increment, patienceMs = 30_000): Promise<{ incrementedFirst: number }> {
    let incremented = 0;
    let waits = false;
    const isOver = (): boolean => incremented === OPEN_AT_ONCE || waits;
    const attempt = () =>
      inTransaction(server.db, async () => {
        await increment(server.db, projectId, { [NAME]: 1 });
        incremented += 1;
        while (!isOver()) await new Promise((resolve) => setTimeout(resolve, 5));
      });
    const timer = setTimeout(() => (waits = true), patienceMs);
    const attempts = Promise.all(Array.from({ length: OPEN_AT_ONCE }, attempt));
    while (!isOver()) await new Promise((resolve) => setTimeout(resolve, 5));
    const incrementedFirst = incremented;
    clearTimeout(timer);
    await attempts;
    return { incrementedFirst };
  }

  it('let open transactions of one project change it', async () => {
    assert.deepEqual(await incrementAtOnce(incrementCounters), { incrementedFirst: OPEN_AT_ONCE });
    assert.equal((await slots()).length, OPEN_AT_ONCE);
    assert.equal(await total(), OPEN_AT_ONCE);
  });

  it('are reused by transactions that follow each other', async () => {
    for (let turn = 0; turn < 5; turn += 1) await inTransaction(server.db, () => incrementCounters(server.db, projectId, { [NAME]: 1 }));
    assert.deepEqual([(await slots()).length, await total()], [1, 5]);
  });

  it('are one where the order must be kept', async () => {
    assert.deepEqual(await incrementAtOnce(incrementAndLock, 1_000), { incrementedFirst: 1 });
    assert.deepEqual(await slots(), [{ slot: 0, total: OPEN_AT_ONCE }]);
  });

  it('are freed by a transaction that rolls back', async () => {
    for (let turn = 0; turn < 3; turn += 1) {
      const failed = inTransaction(server.db, async () => {
        await incrementCounters(server.db, projectId, { [NAME]: 1 });
        throw new Error('roll back');
      });
      await assert.rejects(failed, /roll back/);
    }
    await inTransaction(server.db, () => incrementCounters(server.db, projectId, { [NAME]: 1 }));
    assert.deepEqual([(await slots()).length, await total()], [1, 1]);
  });

  it('are repaired together, whichever is wrong', async () => {
    await incrementAtOnce(incrementCounters);
    const found = await recountFeedback(server.db, { repair: false });
    const row = `project_id=${projectId} name=${NAME}`;
    assert.deepEqual(
      found.filter((drift) => drift.row === row),
      [{ counter: 'feedback_counts.total', row, kept: OPEN_AT_ONCE, counted: 0 }],
    );
    await execute(server.db, 'UPDATE feedback_counts SET total = total + slot WHERE project_id = :projectId', { projectId });
    await recountFeedback(server.db, { repair: true });
    assert.equal(await total(), 0);
    assert.deepEqual(await recountFeedback(server.db, { repair: false }), []);
  });

  it('include what a server of the last release writes', async () => {
    const earlier = `INSERT INTO feedback_counts (project_id, name, total) VALUES (:projectId, :name, 1)
      ON DUPLICATE KEY UPDATE total = total + VALUES(total)`;
    for (let turn = 0; turn < 2; turn += 1) {
      await execute(server.db, earlier, { projectId, name: NAME });
      await inTransaction(server.db, () => incrementCounters(server.db, projectId, { [NAME]: 1 }));
    }
    assert.equal(await total(), 4);
  });
});
