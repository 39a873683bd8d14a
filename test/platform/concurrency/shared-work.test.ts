import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FixedDelayWork } from '../../../server/platform/concurrency/fixed-delay.ts';
import { type MayContinue, repeatChunks, type SharedWork, startSharedWork } from '../../../server/platform/concurrency/shared-work.ts';
import type { Database } from '../../../server/platform/db/database.ts';
import { type MovableClock, movableClock } from '../../apps/support.ts';
import { always } from '../../support/always.ts';
import { interceptQueries } from '../../support/databases/intercept-queries.ts';
import { migratedDatabaseUrl } from '../../support/databases/migrated-database.ts';
import { openDatabaseAt } from '../../support/databases/scratch-database.ts';
import { execute, selectRows } from '../../support/databases/sql.ts';
import { until } from '../../support/programs/process.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const HOLDER = path.resolve(import.meta.dirname, '../../support/programs/lease-holder.ts');

describe('work that processes share', () => {
  let url: string;
  let clock: MovableClock;
  let databases: Database[];
  let started: FixedDelayWork[];

  before(async () => {
    url = await migratedDatabaseUrl();
  });
  beforeEach(async () => {
    clock = movableClock();
    databases = [openDatabaseAt(url), openDatabaseAt(url)];
    started = [];
    for (const db of databases) await execute(db, 'DELETE FROM work_leases');
  });
  afterEach(async () => {
    await Promise.all(started.map((work) => work.stop()));
    await Promise.all(databases.map((db) => db.close()));
  });

  /** Starts the work as one more process would; it polls at once. */
  const start = (index: number, run: SharedWork['run'], own: MovableClock = clock): FixedDelayWork => {
    const db = databases[index];
    assert.ok(db !== undefined);
    const work = startSharedWork(db, { name: 'test work', clock: own, run }, 0);
    started.push(work);
    return work;
  };
  /** A run that lasts until `finish`. */
  const controlled = () => {
    const runs: { mayContinue: MayContinue; finish: () => void }[] = [];
    const run = (mayContinue: MayContinue): Promise<void> => new Promise((finish) => runs.push({ mayContinue, finish }));
    return { runs, run };
  };
  const wakeAll = (): void => {
    for (const work of started) work.wake();
  };
  /** Long enough for polls that would find work to do. */
  const pollAll = async (): Promise<void> => {
    wakeAll();
    await sleep(200);
  };
  /** Polls until it is so. */
  const untilPolled = (isSo: () => boolean): Promise<void> =>
    until(() => {
      wakeAll();
      return isSo();
    });
  const untilReleased = (): Promise<void> =>
    until(async () => (await selectRows(databases[0] as Database, 'SELECT name FROM work_leases WHERE holder IS NOT NULL')).length === 0);

  it('is done by one process at a time', async () => {
    const { runs, run } = controlled();
    for (const index of [0, 1, 0, 1, 0, 1]) start(index, run);
    await until(() => runs.length > 0);
    await pollAll();
    assert.equal(runs.length, 1);
    runs[0]?.finish();
    await untilReleased();
    await pollAll();
    assert.equal(runs.length, 1, 'it is due in an hour');
    clock.advance(HOUR);
    await untilPolled(() => runs.length === 2);
    await pollAll();
    assert.equal(runs.length, 2);
    runs[1]?.finish();
  });

  it('goes on in one process for as long as needed', async () => {
    const { runs, run } = controlled();
    start(0, run);
    await until(() => runs.length === 1);
    start(1, run);
    for (let elapsed = 0; elapsed < 10 * MINUTE; elapsed += 25 * SECOND) {
      clock.advance(25 * SECOND);
      assert.equal(await runs[0]?.mayContinue(), true);
    }
    await pollAll();
    assert.equal(runs.length, 1);
    runs[0]?.finish();
  });

  it('moves to another process when its holder is killed', async () => {
    const args = ['--import', 'tsx', HOLDER, url, 'test work', clock.now().toISOString()];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');
    const { runs, run } = controlled();
    start(0, run);
    start(1, run);
    clock.advance(MINUTE - 1);
    await pollAll();
    assert.equal(runs.length, 0);
    clock.advance(1);
    await untilPolled(() => runs.length === 1);
    await pollAll();
    assert.equal(runs.length, 1);
    runs[0]?.finish();
  });

  it('ends in a process that slept through its lease', async () => {
    const [first, second] = [controlled(), controlled()];
    start(0, first.run);
    await until(() => first.runs.length === 1);
    clock.advance(MINUTE);
    start(1, second.run);
    await until(() => second.runs.length === 1);
    assert.deepEqual([await first.runs[0]?.mayContinue(), await second.runs[0]?.mayContinue()], [false, true]);
    assert.equal(await first.runs[0]?.mayContinue(), false);
    first.runs[0]?.finish();
    await sleep(100);
    await pollAll();
    assert.equal(second.runs.length, 1, 'the end of the first run leaves the lease alone');
    second.runs[0]?.finish();
  });

  it('is finished by another process after a stop', async () => {
    const [first, second] = [controlled(), controlled()];
    const work = start(0, first.run);
    await until(() => first.runs.length === 1);
    const stopped = work.stop();
    assert.equal(await first.runs[0]?.mayContinue(), false);
    first.runs[0]?.finish();
    await stopped;
    start(1, second.run);
    await until(() => second.runs.length === 1);
    second.runs[0]?.finish();
  });

  it('is tried again a minute after a failure', async () => {
    let tries = 0;
    const fail = async (): Promise<void> => {
      tries += 1;
      throw new Error('broken');
    };
    start(0, fail);
    start(1, fail);
    await until(() => tries === 1);
    await pollAll();
    assert.equal(tries, 1);
    clock.advance(MINUTE);
    await untilPolled(() => tries === 2);
  });

  it('is due after a clock that ran ahead', async () => {
    const ahead = movableClock(new Date(clock.now().getTime() + 300 * HOUR));
    let runs = 0;
    const run = async (): Promise<void> => {
      runs += 1;
    };
    await start(0, run, ahead).stop();
    assert.equal(runs, 1);
    start(1, run);
    await until(() => runs === 2);
    await pollAll();
    assert.equal(runs, 2);
  });

  it('begins at a random time within its spread', async () => {
    const [db] = databases;
    assert.ok(db !== undefined);
    const times: number[] = [];
    const run = async (): Promise<void> => {
      times.push(performance.now());
    };
    for (let index = 0; index < 10; index += 1) started.push(startSharedWork(db, { name: `work ${index}`, clock, run }, 2_000));
    await until(() => times.length === 10);
    assert.ok(Math.max(...times) - Math.min(...times) > 200);
  });

  it('costs one read per poll while it is not due', async () => {
    const [db] = databases;
    assert.ok(db !== undefined);
    start(0, async () => {});
    await pollAll();
    const sent: string[] = [];
    const record = (sql: string, send: () => Promise<unknown>): Promise<unknown> => {
      sent.push(sql);
      return send();
    };
    await interceptQueries(db, record, () => start(0, async () => {}).stop());
    assert.deepEqual(sent, ['SELECT due_at AS dueAt FROM work_leases WHERE name = :name']);
  });
});

describe('repeatChunks', () => {
  it('repeats until a chunk is not full', async () => {
    const chunks = [3, 3, 2, 3];
    assert.equal(await repeatChunks(always, 3, async () => chunks.shift() ?? 0), 8);
    assert.deepEqual(chunks, [3]);
  });

  it('starts no chunk that it may not start', async () => {
    let left = 2;
    assert.equal(
      await repeatChunks(
        async () => left-- > 0,
        3,
        async () => 3,
      ),
      6,
    );
    assert.equal(
      await repeatChunks(
        async () => false,
        3,
        async () => 3,
      ),
      0,
    );
  });
});
