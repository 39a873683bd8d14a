import assert from 'node:assert/strict';
import { copyFileSync, existsSync, renameSync, rmSync, statSync, unlinkSync } from 'node:fs';
import type { Database } from '../../../server/platform/db/database.ts';
import { isFileGone, OutcomeUnknownError } from '../../../server/platform/db/statements/driver-error.ts';
import { inTransaction } from '../../../server/platform/db/transactions/transaction.ts';
import { openDatabaseAt } from '../../support/databases/scratch-database.ts';
import { execute, selectRows } from '../../support/databases/sql.ts';
import { freshDatabaseUrl } from '../../support/engine.ts';
import { endProcesses, until } from '../../support/programs/process.ts';
import { type Answer, refusal } from '../../support/requests/wire.ts';
import { call, getPath, type Launched, launch, register, rowsOf } from '../support.ts';

const GONE = /^The database file is gone\./;

function fileOf(url = ''): string {
  return url.slice('sqlite:'.length);
}

function newApp(server: Launched, slug: string): Promise<Answer> {
  return call(server, ['POST', '/admin/apps'], { slug, name: 'Shop', platform: 'both', packageName: 'com.example.shop' });
}

describe('a server whose database file is lost', () => {
  let server: Launched;
  let file: string;
  beforeEach(async () => {
    server = await launch({ LOG_LEVEL: 'error' });
    file = fileOf(server.env['DATABASE_URL']);
    await register(server, 'kept');
  });
  afterEach(endProcesses);

  const assertGone = async (): Promise<void> => {
    for (const answer of [await newApp(server, 'lost'), await call(server, ['GET', '/admin/apps']), await getPath(server, '/readyz')]) {
      assert.equal(refusal(answer), '503 unavailable');
      assert.match(String(answer.body['message']), GONE);
    }
    assert.equal((await getPath(server, '/healthz')).status, 200);
    // log lines are written in batches
    await until(() => /was deleted, moved or replaced\. Stop the server, restore the file/.test(server.output()));
  };

  it('refuses requests and readiness after a deletion', async () => {
    unlinkSync(file);
    await assertGone();
    assert.deepEqual(await server.end(), { code: 0, signal: null });
    assert.ok(!existsSync(file), 'no new file is made');
  });

  it('leaves a file that replaced it alone', async () => {
    const other = `${file}.other`;
    copyFileSync(file, other);
    const { size, mtimeMs } = statSync(other);
    renameSync(other, file);
    await assertGone();
    assert.equal((await server.end()).code, 0);
    const replaced = statSync(file);
    assert.deepEqual([replaced.size, replaced.mtimeMs], [size, mtimeMs]);
    assert.equal(statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0, 0, 'no old log is applied to the new file');
  });

  it('works on when the same file is moved back', async () => {
    renameSync(file, `${file}.away`);
    await assertGone();
    renameSync(`${file}.away`, file);
    assert.equal((await newApp(server, 'later')).status, 201);
    assert.equal((await getPath(server, '/readyz')).status, 200);
    assert.deepEqual(await rowsOf(server, 'SELECT slug FROM apps ORDER BY slug'), [{ slug: 'kept' }, { slug: 'later' }]);
  });

  it('acknowledges no write that began after the deletion', async () => {
    let deletedAt = Number.POSITIVE_INFINITY;
    const late: Answer[] = [];
    let before = 0;
    const write = async (client: number): Promise<void> => {
      for (let number = 0; late.length < 40; number += 1) {
        const startedAt = performance.now();
        const answer = await newApp(server, `app-${client}-${number}`);
        if (startedAt > deletedAt) late.push(answer);
        else before += answer.status === 201 ? 1 : 0;
      }
    };
    const writers = Promise.all(Array.from({ length: 8 }, (_, client) => write(client)));
    await until(() => before > 20);
    unlinkSync(file);
    deletedAt = performance.now();
    await writers;
    assert.deepEqual([...new Set(late.map(({ status }) => status))], [503]);
  });

  it('confirms no write to a deleted log', async () => {
    unlinkSync(`${file}-wal`);
    const answer = await newApp(server, 'lost');
    assert.equal(refusal(answer), '503 outcome_unknown');
    assert.match(String(answer.body['message']), GONE);
  });
});

describe('a database file that is deleted during a transaction', () => {
  let db: Database;
  let file: string;
  beforeEach(async () => {
    const url = await freshDatabaseUrl();
    file = fileOf(url);
    db = openDatabaseAt(url);
    await execute(db, 'CREATE TABLE things (id INTEGER PRIMARY KEY)');
  });
  afterEach(async () => {
    await db.close();
    rmSync(`${file}-wal`, { force: true });
  });

  const isLost = (error: unknown): boolean => error instanceof OutcomeUnknownError && isFileGone(error);

  it('makes the outcome of its commit unknown', async () => {
    const insert = async (): Promise<void> => {
      await execute(db, 'INSERT INTO things (id) VALUES (1)');
      unlinkSync(file);
    };
    await assert.rejects(inTransaction(db, insert), isLost);
  });

  it('refuses the reads and writes after it', async () => {
    unlinkSync(file);
    await assert.rejects(execute(db, 'INSERT INTO things (id) VALUES (1)'), isFileGone);
    await assert.rejects(selectRows(db, 'SELECT id FROM things'), isFileGone);
    await assert.rejects(
      inTransaction(db, async () => 1),
      (error) => isFileGone(error) && !(error instanceof OutcomeUnknownError),
    );
  });
});
