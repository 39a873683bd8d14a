import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { App } from '../../models/apps/App.ts';
import { AppVersion } from '../../models/apps/AppVersion.ts';
import { FeatureFlag } from '../../models/apps/FeatureFlag.ts';
import { MaintenanceEvent } from '../../models/apps/MaintenanceEvent.ts';
import { openRace, type Race, type RaceAnswer, repeat } from '../support/race.ts';
import { admin, client } from '../support/requests/client.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { registerApp } from './support.ts';

/** More than run at once, so that some wait; with many more, a slow machine would not answer the last ones in time. */
const AT_ONCE = 12;
const ROUNDS = [1, 2, 3, 4, 5];

describe('parallel requests of operators', () => {
  let server: TestServer;
  let race: Race;
  let slug: string;
  let appId: number;

  before(async () => {
    server = await startServer();
    race = await openRace(server, AT_ONCE, { 'X-Api-Key': server.apiKey });
  });
  beforeEach(async () => {
    slug = await registerApp(server);
    appId = (await server.db.model(App).findOne({ where: { slug }, rejectOnEmpty: true })).id;
  });
  after(async () => {
    race.close();
    await server.close();
  });

  const path = (rest: string) => `/admin/apps/${slug}${rest}`;
  const onlyWinner = (answers: readonly RaceAnswer[], code: string) => {
    const won = answers.filter(({ status }) => status === 201);
    assert.equal(won.length, 1);
    for (const { status, body } of answers.filter((answer) => !won.includes(answer))) assert.deepEqual([status, body['code']], [409, code]);
    return won[0]?.body ?? {};
  };
  const all = (answers: readonly RaceAnswer[], ...statuses: number[]) => {
    for (const { status, body } of answers) assert.ok(statuses.includes(status), `${status} ${JSON.stringify(body)}`);
  };
  const shown = async (rest: string) => (await client(server).get(`/apps/${slug}${rest}`).expect(200)).body;

  it('register one app for one slug', async () => {
    for (const round of ROUNDS) {
      const body = { slug: `round-${round}`, platform: 'both', packageName: 'x' };
      const winner = onlyWinner(
        await race.run(repeat(AT_ONCE, (index) => ({ method: 'POST', path: '/admin/apps', body: { ...body, name: `Name ${index}` } }))),
        'app_slug_exists',
      );
      assert.equal((await client(server).get(`/apps/round-${round}`).expect(200)).body.name, winner['name']);
      assert.equal(await server.db.model(App).count({ where: { slug: body.slug } }), 1);
    }
  });

  it('publish one release for one code', async () => {
    for (const versionCode of ROUNDS) {
      const answers = await race.run(
        repeat(AT_ONCE, (index) => ({
          method: 'POST',
          path: path('/versions'),
          body: { versionName: `${versionCode}.0.${index}`, versionCode },
        })),
      );
      const winner = onlyWinner(answers, 'version_code_not_incrementing');
      const app = await shown('');
      assert.deepEqual([app.currentVersion, app.currentVersionCode], [winner['versionName'], versionCode]);
    }
    assert.equal(await server.db.model(AppVersion).count({ where: { appId } }), ROUNDS.length);
  });

  it('publish codes in random order that still rise', async () => {
    for (const round of ROUNDS) {
      const calls = repeat(AT_ONCE, (index) => {
        const versionCode = round * 1000 + ((index * 37) % AT_ONCE);
        return { method: 'POST', path: path('/versions'), body: { versionName: `1.0.${versionCode}`, versionCode } };
      });
      all(await race.run(calls), 201, 409);
      const versions = await server.db.model(AppVersion).findAll({ where: { appId }, order: [['id', 'ASC']] });
      const codes = versions.map((version) => version.versionCode);
      assert.deepEqual(
        codes,
        [...new Set(codes)].sort((a, b) => a - b),
      );
      const highest = round * 1000 + AT_ONCE - 1;
      assert.deepEqual([codes.at(-1), (await shown('')).currentVersionCode], [highest, highest]);
    }
  });

  it('toggle releases and keep the newest active one current', async () => {
    const ids: number[] = [];
    for (const versionCode of [1, 2, 3, 4, 5]) {
      ids.push(
        (
          await admin(server)
            .post(path('/versions'), { versionName: `${versionCode}.0.0`, versionCode })
            .expect(201)
        ).body.id,
      );
    }
    for (const _ of ROUNDS) {
      all(
        await race.run(
          repeat(AT_ONCE, (index) => ({
            method: 'PUT',
            path: path(`/versions/${ids[index % 5]}`),
            body: { isActive: (index * 7) % 3 > 0 },
          })),
        ),
        200,
      );
      await admin(server)
        .put(path(`/versions/${ids[0]}`), { isActive: true })
        .expect(200);
      const newest = await server.db
        .model(AppVersion)
        .findOne({ where: { appId, isActive: true }, order: [['versionCode', 'DESC']], rejectOnEmpty: true });
      assert.deepEqual(
        [(await shown('')).currentVersionCode, (await shown('/version')).latestVersionCode],
        [newest.versionCode, newest.versionCode],
      );
    }
  });

  it('switch maintenance on with one active event', async () => {
    for (const round of ROUNDS) {
      const answers = await race.run(
        repeat(AT_ONCE, (index) => ({
          method: 'PUT',
          path: path('/maintenance'),
          body: { isActive: true, messageEn: `${round}.${index}` },
        })),
      );
      all(answers, 200);
      const events = await server.db.model(MaintenanceEvent).findAll({ where: { appId }, order: [['id', 'DESC']] });
      assert.equal(events.length, AT_ONCE * round);
      assert.deepEqual(
        events.map((event) => [event.isActive, event.endedAt === null]),
        events.map((_, index) => [index === 0, index === 0]),
      );
      assert.equal((await shown('/maintenance')).messageEn, events[0]?.messageEn);
    }
  });

  it('toggle maintenance with at most one active event', async () => {
    let racing = true;
    let most = 0;
    const watch = async (): Promise<void> => {
      while (racing) {
        most = Math.max(most, await server.db.model(MaintenanceEvent).count({ where: { appId, isActive: true } }));
        await sleep(5);
      }
    };
    const watching = watch();
    try {
      for (const _ of ROUNDS)
        all(
          await race.run(repeat(AT_ONCE, (index) => ({ method: 'PUT', path: path('/maintenance'), body: { isActive: index % 2 === 0 } }))),
          200,
        );
    } finally {
      racing = false;
    }
    await watching;
    assert.equal(most, 1);
    assert.equal(await server.db.model(MaintenanceEvent).count({ where: { appId } }), (AT_ONCE / 2) * ROUNDS.length);
    const active = await server.db.model(MaintenanceEvent).count({ where: { appId, isActive: true } });
    assert.equal((await shown('/maintenance')).maintenance, active === 1);
    await admin(server).put(path('/maintenance'), { isActive: false }).expect(200);
    assert.equal(await server.db.model(MaintenanceEvent).count({ where: { appId, endedAt: null } }), 0);
  });

  it('create one flag for one key', async () => {
    for (const round of ROUNDS) {
      const answers = await race.run(
        repeat(AT_ONCE, (index) => ({ method: 'POST', path: path('/features'), body: { flagKey: `beta${round}`, config: { index } } })),
      );
      const winner = onlyWinner(answers, 'flag_key_exists');
      assert.deepEqual((await shown('/features'))[`beta${round}`].config, winner['config']);
    }
    assert.equal(await server.db.model(FeatureFlag).count({ where: { appId } }), ROUNDS.length);
  });

  it('change and delete a flag with matching replies', async () => {
    for (const _ of ROUNDS) {
      const kinds = ['POST', 'PUT', 'DELETE'] as const;
      const answers = await race.run(
        repeat(AT_ONCE, (index) => {
          const method = kinds[index % 3] ?? 'PUT';
          if (method === 'POST') return { method, path: path('/features'), body: { flagKey: 'beta' } };
          return { method, path: path('/features/beta'), ...(method === 'PUT' ? { body: { config: { index } } } : {}) };
        }),
      );
      all(answers, 200, 201, 204, 404, 409);
      const created = answers.filter(({ status }) => status === 201).length;
      const deleted = answers.filter(({ status }) => status === 204).length;
      const rows = await server.db.model(FeatureFlag).count({ where: { appId } });
      assert.equal(created - deleted, rows);
      assert.equal(Object.keys(await shown('/features')).length, rows);
      if (rows > 0) await admin(server).delete(path('/features/beta')).expect(204);
    }
  });

  it('change different fields of an app without loss', async () => {
    for (const round of ROUNDS) {
      const changes = [
        { name: `Name ${round}` },
        { storeUrl: `https://store.example/${round}` },
        { packageName: `com.example.p${round}` },
        { currentVersion: `${round}.0.0` },
        { currentVersionCode: round },
      ];
      all(await race.run(repeat(AT_ONCE, (index) => ({ method: 'PUT', path: path(''), body: changes[index % changes.length] }))), 200);
      const { slug: _, platform: __, isActive: ___, ...app } = await shown('');
      assert.deepEqual(app, Object.assign({}, ...changes));
    }
  });
});
