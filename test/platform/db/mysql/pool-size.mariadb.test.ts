import assert from 'node:assert/strict';
import { selectRows } from '../../../../server/platform/db/statements/sql.ts';
import { createProbe } from '../../../support/probe-service.ts';
import { until } from '../../../support/programs/process.ts';
import { atOnce, tally } from '../../../support/requests/key-access.ts';
import { ask } from '../../../support/requests/wire.ts';
import { startServer, type TestServer } from '../../../support/server.ts';

describe('DATABASE_POOL_SIZE', () => {
  let server: TestServer;
  const probe = createProbe();

  before(async () => {
    server = await startServer({ env: { DATABASE_POOL_SIZE: '4' }, extraServices: probe.services });
  });
  after(() => server.close());

  it('bounds the connections of a process', async () => {
    const rows = await atOnce(12, () => selectRows<{ id: number }>(server.db, 'SELECT CONNECTION_ID() + SLEEP(0.05) AS id'));
    assert.equal(new Set(rows.map(([row]) => row?.id)).size, 4);
  });

  it('leaves two connections without a slot', async () => {
    const held = atOnce(5, () => ask(server.url, '/api/v1/probe/held'));
    const metrics = async () => (await ask(server.url, '/metrics')).text;
    await until(async () => /^diwan_database_work_waiting 3$/m.test(await metrics()));
    assert.match(await metrics(), /^diwan_database_work_running 2$/m);
    probe.release();
    assert.deepEqual(tally(await held), { 200: 5 });
  });
});
