import assert from 'node:assert/strict';
import { execute } from '../../support/databases/sql.ts';
import { admin } from '../../support/requests/client.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { type MovableClock, movableClock, registerApp } from '../support.ts';

const NOW = '2026-03-10T12:00:00.000Z';
const DAY_MS = 86_400_000;

describe('GET /admin/apps/:slug/features', () => {
  let server: TestServer;
  let clock: MovableClock;
  let slug: string;

  before(async () => {
    clock = movableClock(NOW);
    server = await startServer({ clock });
  });
  beforeEach(async () => {
    clock.set(NOW);
    slug = await registerApp(server);
  });
  after(() => server.close());

  const daysAgo = (days: number) => new Date(Date.parse(NOW) - days * DAY_MS);
  const addFlag = async (flagKey: string, body: object, [created, updated]: readonly [number, number]) => {
    const { id } = (
      await admin(server)
        .post(`/admin/apps/${slug}/features`, { flagKey, isEnabled: true, ...body })
        .expect(201)
    ).body;
    const sql = 'UPDATE feature_flags SET created_at = :created, updated_at = :updated WHERE id = :id';
    await execute(server.db, sql, { id, created: daysAgo(created), updated: daysAgo(updated) });
  };
  const list = async (query = '') => (await admin(server).get(`/admin/apps/${slug}/features${query}`).expect(200)).body;
  const staleKeys = async () => (await list('?stale=true')).map(({ flagKey }: { flagKey: string }) => flagKey);
  const ios = [{ attribute: 'platform', operator: 'in', values: ['ios'] }];

  it('lists all flags with their staleness', async () => {
    await addFlag('new', {}, [1, 1]);
    await addFlag('old', {}, [97, 45]);
    const [young, stale] = await list();
    assert.deepEqual([young.flagKey, young.staleSince, young.reason], ['new', null, null]);
    assert.deepEqual([stale.flagKey, stale.staleSince], ['old', daysAgo(15).toISOString()]);
    assert.equal(
      stale.reason,
      'A flag of the kind release is expected to live 40 days. This one is 97 days old, has not changed for 45 days and is on for everybody.',
    );
    assert.deepEqual(await list('?stale=true'), [stale]);
    await admin(server).get(`/admin/apps/${slug}/features?stale=maybe`).expect(400);
  });

  it('knows the lifetime of each kind of flag', async () => {
    for (const kind of ['release', 'experiment', 'ops', 'killswitch', 'permission']) {
      await addFlag(`${kind}_old`, { kind }, [400, 31]);
      await addFlag(`${kind}_young`, { kind }, [kind === 'ops' ? 6 : 39, 31]);
      await addFlag(`${kind}_changed`, { kind }, [400, 29]);
    }
    assert.deepEqual(await staleKeys(), ['experiment_old', 'ops_old', 'release_old']);
  });

  it('leaves out flags that differ from person to person', async () => {
    const at = (days: number) => daysAgo(days).toISOString();
    const flags: Record<string, object> = {
      all: { targeting: { rules: [{ id: 'r' }] } },
      later: { targeting: { rules: [{ id: 'r' }], stopAt: at(-1) } },
      none: { targeting: { rules: [{ id: 'r', percentage: 0 }] } },
      off: { isEnabled: false, targeting: { rules: [{ id: 'r', when: ios }] } },
      part: { targeting: { rules: [{ id: 'r', percentage: 50 }] } },
      people: { targeting: { rules: [{ id: 'r', when: ios }] } },
      ramped: { targeting: { rules: [{ id: 'r', percentage: 1 }], steps: [{ at: at(50), rule: 'r', percentage: 100 }] } },
      recent: { targeting: { rules: [{ id: 'r', percentage: 1 }], steps: [{ at: at(5), rule: 'r', percentage: 100 }] } },
    };
    for (const [key, body] of Object.entries(flags)) await addFlag(key, body, [100, 90]);
    await addFlag('child', { targeting: { rules: [{ id: 'r' }], requires: [{ flag: 'people' }] } }, [100, 90]);
    assert.deepEqual(await staleKeys(), ['all', 'none', 'off', 'ramped']);
    clock.advance(26 * DAY_MS);
    assert.deepEqual(await staleKeys(), ['all', 'none', 'off', 'ramped', 'recent']);
  });
});
