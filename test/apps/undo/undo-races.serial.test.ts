import assert from 'node:assert/strict';
import { openRace, type Race, repeat } from '../../support/race.ts';
import { admin } from '../../support/requests/client.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { publish, registerApp } from '../support.ts';

const AT_ONCE = 8;
const ROUNDS = [1, 2, 3, 4, 5];

describe('parallel undos of one change', () => {
  let server: TestServer;
  let race: Race;
  let slug: string;

  before(async () => {
    server = await startServer();
    race = await openRace(server, AT_ONCE, { 'X-Api-Key': server.apiKey });
  });
  beforeEach(async () => {
    slug = await registerApp(server);
  });
  after(async () => {
    race.close();
    await server.close();
  });

  const changes = async () => (await admin(server).get(`/admin/apps/${slug}/changes?subject=flag:f`).expect(200)).body.data;

  it('have one winner, whatever the change did', async () => {
    await admin(server).post(`/admin/apps/${slug}/features`, { flagKey: 'f' }).expect(201);
    for (const round of ROUNDS) {
      // the changes in turn: created, then deleted and created again by the undos before, and changed
      if (round === 3) await admin(server).put(`/admin/apps/${slug}/features/f`, { isEnabled: true }).expect(200);
      const [{ id }] = await changes();
      const answers = await race.run(
        repeat(AT_ONCE, (index) => ({
          method: 'POST',
          path: `/admin/apps/${slug}/changes/${id}/undo${index % 4 === 3 ? '?dryRun=true' : ''}`,
          body: {},
        })),
      );
      const kept = answers.filter((_, index) => index % 4 !== 3);
      const statuses = kept.map(({ status }) => status).toSorted();
      assert.deepEqual(statuses, [200, ...kept.slice(1).map(() => 409)], JSON.stringify(kept.map(({ body }) => body)));
      for (const { status } of answers) assert.ok(status === 200 || status === 409, String(status));
      const [winner] = await changes();
      assert.equal(winner.undoes, id);
    }
    assert.equal((await changes()).length, 2 + ROUNDS.length);
  });

  it('have one winner for releases, maintenance and the app', async () => {
    const { id } = await publish(server, slug);
    const base = `/admin/apps/${slug}`;
    const far = '2100-01-01T00:00:00.000Z';
    const writes = [
      () => admin(server).put(base, { name: 'New' }),
      () => admin(server).put(`${base}/versions/${id}`, { rolloutPercent: 50, notes: { en: 'New' } }),
      () => admin(server).post(`${base}/versions/${id}/halt`, {}),
      () => admin(server).put(`${base}/maintenance`, { isActive: true, startAt: far }),
      () => admin(server).put(`${base}/maintenance`, { isActive: true }),
    ];
    const newest = async () => (await admin(server).get(`${base}/changes?limit=1`).expect(200)).body.data[0];
    for (const write of writes) {
      await write().expect(200);
      // the undo, and the undo of the undo
      for (const _ of ROUNDS.slice(0, 2)) {
        const change = (await newest()).id;
        const answers = await race.run(repeat(AT_ONCE, () => ({ method: 'POST', path: `${base}/changes/${change}/undo`, body: {} })));
        const statuses = answers.map(({ status }) => status).toSorted();
        assert.deepEqual(statuses, [200, ...answers.slice(1).map(() => 409)], JSON.stringify(answers));
        assert.equal((await newest()).undoes, change);
      }
    }
  });
});
