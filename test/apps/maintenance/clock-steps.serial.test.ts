import assert from 'node:assert/strict';
import { recordDue } from '../../../server/services/apps/maintenance/clock-steps.ts';
import { selectRows } from '../../support/databases/sql.ts';
import { admin } from '../../support/requests/client.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { type MovableClock, movableClock, registerApp } from '../support.ts';

const MINUTE_MS = 60_000;

describe('the steps of maintenance by the clock', () => {
  let clock: MovableClock;
  let server: TestServer;
  let other: TestServer;
  let slug: string;

  before(async () => {
    clock = movableClock();
    server = await startServer({ clock });
    other = await startServer({ env: server.env, clock });
  });
  beforeEach(async () => {
    slug = await registerApp(server);
  });
  after(async () => {
    await other.close();
    await server.close();
  });

  const at = (minutes: number) => new Date(clock.now().getTime() + minutes * MINUTE_MS).toISOString();
  const put = (body: object) => admin(server).put(`/admin/apps/${slug}/maintenance`, body).expect(200);
  const sweep = (...servers: TestServer[]) => Promise.all(servers.map(({ services }) => recordDue(services.apps, async () => true)));
  const steps = async () => {
    const sql = `SELECT action, actor, target, revision FROM audit_log WHERE subject = :subject AND action LIKE 'maintenance.%' ORDER BY id`;
    const rows = await selectRows<{ action: string; actor: string; target: string; revision: number }>(server.db, sql, {
      subject: `app:${slug}`,
    });
    return rows.map(({ action, actor }) => `${action} by ${actor.split(':')[0]}`);
  };
  const SCHEDULED = 'maintenance.scheduled by key';
  const STARTED = 'maintenance.started by system';
  const ENDED = 'maintenance.ended by system';

  it('are noted once by two processes at once', async () => {
    await put({ isActive: true, startAt: at(1), endAt: at(3) });
    await sweep(server, other);
    assert.deepEqual(await steps(), [SCHEDULED]);
    clock.advance(MINUTE_MS);
    await sweep(server, other, server, other, server, other);
    assert.deepEqual(await steps(), [SCHEDULED, STARTED]);
    clock.advance(2 * MINUTE_MS);
    await sweep(server, other, server, other, server, other);
    assert.deepEqual(await steps(), [SCHEDULED, STARTED, ENDED]);
  });

  it('are noted once when the clock jumps back', async () => {
    await put({ isActive: true, startAt: at(1), endAt: at(3) });
    const before = clock.now();
    clock.advance(10 * MINUTE_MS);
    await sweep(server, other);
    assert.deepEqual(await steps(), [SCHEDULED, STARTED, ENDED], 'both steps are noted after a pause');
    clock.set(before);
    await sweep(server, other);
    clock.advance(10 * MINUTE_MS);
    await sweep(server, other);
    assert.deepEqual(await steps(), [SCHEDULED, STARTED, ENDED]);
  });

  it('come before what is done by hand', async () => {
    await put({ isActive: true, startAt: at(1), endAt: at(9) });
    clock.advance(2 * MINUTE_MS);
    await put({ isActive: false });
    clock.advance(10 * MINUTE_MS);
    await sweep(server, other);
    assert.deepEqual(await steps(), [SCHEDULED, STARTED, 'maintenance.ended by key']);
  });

  it('leave alone what was started by hand', async () => {
    await put({ isActive: true, endAt: at(2) });
    await sweep(server, other);
    clock.advance(3 * MINUTE_MS);
    await sweep(server, other);
    assert.deepEqual(await steps(), ['maintenance.started by key', ENDED]);
  });

  it('are noted by the background work', async () => {
    await put({ isActive: true, startAt: at(1) });
    clock.advance(2 * MINUTE_MS);
    const third = await startServer({ env: server.env, clock, cleanupSpreadMs: 0 });
    try {
      for (let tries = 0; tries < 200 && (await steps()).length < 2; tries += 1) await new Promise((resolve) => setTimeout(resolve, 50));
    } finally {
      await third.close();
    }
    assert.deepEqual(await steps(), [SCHEDULED, STARTED]);
  });
});
