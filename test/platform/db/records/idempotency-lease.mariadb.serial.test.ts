import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import mysql from 'mysql2/promise';
import type { Environment } from '../../../../server/config/types.ts';
import type { Database } from '../../../../server/platform/db/database.ts';
import { migratedDatabaseUrl } from '../../../support/databases/migrated-database.ts';
import { openDatabaseAt } from '../../../support/databases/scratch-database.ts';
import { selectRows } from '../../../support/databases/sql.ts';
import { waitedMs } from '../../../support/loop-watch.ts';
import { endProcesses, startProcess, until } from '../../../support/programs/process.ts';
import { type Answer, ask, refusal } from '../../../support/requests/wire.ts';
import { testEnvironment } from '../../../support/server.ts';

const FREE_MS = 6_000;

describe('Idempotency-Key of a process that was killed', () => {
  let env: Environment;
  let db: Database;
  let other: mysql.Connection;

  before(async () => {
    const databaseUrl = await migratedDatabaseUrl();
    env = await testEnvironment({ DATABASE_URL: databaseUrl, LOG_LEVEL: 'info' });
    db = openDatabaseAt(databaseUrl);
    other = await mysql.createConnection(databaseUrl);
  });

  after(async () => {
    endProcesses();
    await other.end();
    await db.close();
  });

  it('is free within 6 s and used once', async () => {
    const key = randomUUID();
    const body = { itemType: 'store', itemId: 1, rating: 5, guestEmail: 'noura@example.com' };
    const review = (url: string): Promise<Answer> =>
      ask(url, '/api/v1/reviews', { method: 'POST', headers: { 'Idempotency-Key': key }, body });
    const [killed, survivor] = await Promise.all([startProcess(env), startProcess(env)]);

    await other.query('LOCK TABLES reviews WRITE');
    const unanswered = assert.rejects(review(killed.url));
    await until(async () => (await selectRows(db, "SELECT holder FROM idempotency_keys WHERE state = 'running'")).length === 1);
    const killedAt = waitedMs();
    await killed.end('SIGKILL');
    await unanswered;
    await other.query('UNLOCK TABLES');

    const early = await review(survivor.url);
    assert.deepEqual([refusal(early), early.headers['retry-after']], ['409 idempotency_in_progress', '1']);
    let answer = early;
    await until(async () => {
      answer = await review(survivor.url);
      return answer.status !== 409;
    });
    assert.equal(answer.status, 201, answer.text);
    const freeAfter = waitedMs() - killedAt;
    assert.ok(freeAfter <= FREE_MS, `${freeAfter} ms`);
    assert.equal((await review(survivor.url)).headers['idempotency-replayed'], 'true');
    assert.equal((await selectRows(db, 'SELECT id FROM reviews WHERE item_id = 1')).length, 1);
  });
});
