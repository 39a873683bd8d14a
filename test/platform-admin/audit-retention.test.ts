import assert from 'node:assert/strict';
import { movableClock } from '../apps/support.ts';
import { execute, selectRows } from '../support/databases/sql.ts';
import { until } from '../support/programs/process.ts';
import { startServer, type TestServer } from '../support/server.ts';

const DAY_MS = 24 * 3_600_000;

describe('AUDIT_RETENTION_DAYS', () => {
  const clock = movableClock();
  let server: TestServer;
  afterEach(() => server.close());

  const start = async (days: string): Promise<void> => {
    server = await startServer({ clock, env: { AUDIT_RETENTION_DAYS: days, SERVICES: 'apps' } });
    const ages = [11, 9, 12, 0];
    const values = ages.map((age) => [11, `age.${age}`, 'system:test', 'probe:1', '{}', new Date(clock.now().getTime() - age * DAY_MS)]);
    await execute(server.db, 'INSERT INTO audit_log (project_id, action, actor, subject, details, created_at) VALUES :values', { values });
  };
  /** Starts a second process, which cleans up at once. */
  const startCleanup = async (): Promise<void> => {
    const second = await startServer({ clock, env: server.env, cleanupSpreadMs: 0 });
    await until(async () => (await leases()).some(({ name, holder }) => name === 'analytics retention' && holder === null));
    await until(async () => (await leases()).every(({ holder }) => holder === null));
    await second.close();
  };
  const leases = () =>
    selectRows<{ name: string; holder: string | null }>(
      server.db,
      "SELECT name, holder FROM work_leases WHERE name NOT IN ('crash guard', 'changelog publication', 'maintenance steps', 'apps backfills', 'notices', 'webhook retention')",
    );
  const actions = async () =>
    (await selectRows<{ action: string }>(server.db, 'SELECT action FROM audit_log ORDER BY id')).map(({ action }) => action);

  it('purges older rows at the start, even behind younger ones', async () => {
    await start('10');
    await startCleanup();
    await until(async () => (await leases()).some(({ name }) => name === 'audit retention'));
    await until(async () => (await actions()).length < 4);
    assert.deepEqual(await actions(), ['age.9', 'age.0']);
  });

  it('keeps rows for ever when it is 0', async () => {
    await start('0');
    await startCleanup();
    assert.equal((await actions()).length, 4);
    assert.deepEqual(
      (await leases()).map(({ name }) => name),
      ['analytics retention'],
    );
  });
});
