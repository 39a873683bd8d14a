import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Environment } from '../../../../server/config/types.ts';
import type { Database } from '../../../../server/platform/db/database.ts';
import { openDatabaseAt } from '../../../support/databases/scratch-database.ts';
import { selectRows } from '../../../support/databases/sql.ts';
import { freshDatabaseUrl } from '../../../support/engine.ts';
import { type FaultProxy, startFaultProxy } from '../../../support/programs/fault-proxy.ts';
import { endProcesses, type ServerProcess, startProcess, until } from '../../../support/programs/process.ts';
import { type Answer, ask, refusal } from '../../../support/requests/wire.ts';
import { testEnvironment } from '../../../support/server.ts';

/** The last statement of a keyed request before its COMMIT. */
const KEPT = "UPDATE idempotency_keys SET state = 'done'";

describe('Idempotency-Key when the commit goes wrong', () => {
  let proxy: FaultProxy;
  let env: Environment;
  let server: ServerProcess;
  let db: Database;
  let itemId = 0;

  before(async () => {
    const databaseUrl = await freshDatabaseUrl();
    const { port } = new URL(databaseUrl);
    proxy = await startFaultProxy(Number(port));
    const throughProxy = databaseUrl.replace(`:${port}/`, `:${proxy.port}/`);
    env = await testEnvironment({ DATABASE_URL: throughProxy, LOG_LEVEL: 'info' });
    server = await startProcess(env);
    db = openDatabaseAt(databaseUrl);
  });

  after(async () => {
    endProcesses();
    await db.close();
    await proxy.close();
  });

  beforeEach(() => {
    itemId += 1;
  });

  /** A guest's review of the item that this test has for itself. */
  function review(key: string): Promise<Answer> {
    const body = { itemType: 'store', itemId, rating: 5, guestEmail: 'noura@example.com' };
    return ask(server.url, '/api/v1/reviews', { method: 'POST', headers: { 'Idempotency-Key': key }, body });
  }

  const reviews = () => selectRows<{ id: number }>(db, 'SELECT id FROM reviews WHERE item_id = :itemId', { itemId });
  const idOf = ({ body }: Answer) => (body['data'] as { id: number }).id;

  async function expectReplay(key: string): Promise<void> {
    const again = await review(key);
    assert.equal(again.status, 201, again.text);
    assert.equal(again.headers['idempotency-replayed'], 'true');
    assert.deepEqual(await reviews(), [{ id: idOf(again) }]);
  }

  it('replays the record after a lost commit reply', async () => {
    const key = randomUUID();
    const lost = proxy.loseCommitAfter(KEPT, 'answer');
    assert.equal(refusal(await review(key)), '503 outcome_unknown');
    await lost;
    assert.equal((await reviews()).length, 1);
    await expectReplay(key);
  });

  it('releases the key after a lost commit statement', async () => {
    const key = randomUUID();
    const lost = proxy.loseCommitAfter(KEPT, 'statement');
    assert.equal(refusal(await review(key)), '503 outcome_unknown');
    await lost;
    assert.deepEqual(await reviews(), []);
    // the database may not have noticed yet that the connection is gone, and hold its locks
    await until(async () => (await review(key)).status === 201);
    await expectReplay(key);
  });

  it('replays the record of a killed process', async () => {
    const key = randomUUID();
    const lost = proxy.loseCommitAfter(KEPT, 'answer');
    const unanswered = assert.rejects(review(key));
    await lost;
    await server.end('SIGKILL');
    await unanswered;
    server = await startProcess(env);
    await expectReplay(key);
  });
});
