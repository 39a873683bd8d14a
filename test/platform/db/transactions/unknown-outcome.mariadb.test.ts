import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { migratedDatabaseUrl } from '../../../support/databases/migrated-database.ts';
import { selectRows } from '../../../support/databases/sql.ts';
import { type FaultProxy, startFaultProxy } from '../../../support/programs/fault-proxy.ts';
import { until } from '../../../support/programs/process.ts';
import { client } from '../../../support/requests/client.ts';
import { type Answer, ask, refusal } from '../../../support/requests/wire.ts';
import { startServer, type TestServer } from '../../../support/server.ts';

const REVIEWED = 'INSERT INTO `reviews`';
const COUNTED = 'INSERT INTO analytics_events';

describe('a change whose commit goes wrong', () => {
  let proxy: FaultProxy;
  let server: TestServer;
  let itemId = 0;

  before(async () => {
    const databaseUrl = await migratedDatabaseUrl();
    const { port } = new URL(databaseUrl);
    proxy = await startFaultProxy(Number(port));
    server = await startServer({ env: { DATABASE_URL: databaseUrl.replace(`:${port}/`, `:${proxy.port}/`) } });
    const app = { slug: 'shop', name: 'Shop', platform: 'both', packageName: 'com.example.shop' };
    await client(server, { apiKey: server.apiKey }).post('/admin/apps', app).expect(201);
  });

  beforeEach(() => {
    itemId += 1;
  });

  after(async () => {
    await server.close();
    await proxy.close();
  });

  /** A guest's review of the item that this test has for itself. */
  function review(headers: Record<string, string> = {}): Promise<Answer> {
    const body = { itemType: 'store', itemId, rating: 5, guestEmail: 'noura@example.com' };
    return ask(server.url, '/api/v1/reviews', { method: 'POST', headers, body });
  }

  const rows = async (): Promise<number> =>
    (await selectRows(server.db, 'SELECT id FROM reviews WHERE item_id = :itemId', { itemId })).length;

  it('is unknown and made after a lost commit reply', async () => {
    const lost = proxy.loseCommitAfter(REVIEWED, 'answer');
    const answer = await review();
    assert.deepEqual([refusal(answer), answer.headers['retry-after']], ['503 outcome_unknown', '1']);
    await lost;
    assert.equal(await rows(), 1);
  });

  it('is unknown and missing after a lost commit', async () => {
    const lost = proxy.loseCommitAfter(REVIEWED, 'statement');
    assert.equal(refusal(await review()), '503 outcome_unknown');
    await lost;
    assert.equal(await rows(), 0);
  });

  for (const errno of [1180, 1047, 1290, 1792, 1836, 3100])
    it(`is unknown after error ${errno} at its commit`, async () => {
      const lost = proxy.loseCommitAfter(REVIEWED, errno);
      assert.equal(refusal(await review()), '503 outcome_unknown');
      await lost;
      assert.equal(await rows(), 0);
    });

  it('is made once when its key is repeated', async () => {
    for (const what of ['statement', 'answer', 1180] as const) {
      itemId += 1;
      const headers = { 'Idempotency-Key': randomUUID() };
      const lost = proxy.loseCommitAfter(REVIEWED, what);
      assert.equal(refusal(await review(headers)), '503 outcome_unknown');
      await lost;
      await until(async () => (await review(headers)).status === 201);
      assert.equal(await rows(), 1);
    }
  });

  it('runs again after a deadlock at its commit', async () => {
    const lost = proxy.loseCommitAfter(REVIEWED, 1213);
    assert.equal((await review()).status, 201);
    await lost;
    assert.equal(await rows(), 1);
  });

  it('is counted once when its event id is repeated', async () => {
    const body = { eventId: randomUUID(), eventType: 'opened', platform: 'ios' };
    const report = () => ask(server.url, '/api/v1/apps/shop/analytics', { method: 'POST', body });
    const lost = proxy.loseCommitAfter(COUNTED, 'answer');
    assert.equal(refusal(await report()), '503 outcome_unknown');
    await lost;
    assert.ok((await report()).status < 300);
    assert.equal((await selectRows(server.db, 'SELECT id FROM analytics_events WHERE event_id = :eventId', body)).length, 1);
  });
});
