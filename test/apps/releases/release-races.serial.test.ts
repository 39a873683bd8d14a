import assert from 'node:assert/strict';
import { AppVersion } from '../../../models/apps/AppVersion.ts';
import { openRace, type Race, repeat } from '../../support/race.ts';
import { admin, client } from '../../support/requests/client.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { publish, registerApp } from '../support.ts';

const AT_ONCE = 12;
const ROUNDS = [1, 2, 3, 4, 5];

describe('parallel changes of a release', () => {
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

  const path = (rest = '') => `/admin/apps/${slug}/versions${rest}`;
  const current = async () => (await client(server).get(`/apps/${slug}`).expect(200)).body.currentVersionCode;

  it('publish and halt, and agree on the current release', async () => {
    let { id } = await publish(server, slug, { versionCode: 1 });
    await publish(server, slug, { versionCode: 2 });
    for (const round of ROUNDS) {
      const versionCode = round + 2;
      const answers = await race.run(
        repeat(AT_ONCE, (index) => {
          if (index % 4 === 0) return { method: 'POST', path: path(), body: { versionName: '1.0.0', versionCode } };
          const action = ['rollback', 'halt', 'resume', 'halt'][index % 4];
          return { method: 'POST', path: path(`/${id}/${action}`), body: {} };
        }),
      );
      const statuses = answers.map(({ status }) => status);
      assert.ok(
        statuses.every((status) => [200, 201, 409].includes(status)),
        JSON.stringify(statuses),
      );
      assert.equal(statuses.filter((status) => status === 201).length, 1);
      const stored = await server.db.model(AppVersion).findAll({ where: { rolloutState: 'active' }, order: [['versionCode', 'DESC']] });
      assert.ok(stored.some((version) => version.versionCode === versionCode));
      assert.equal(await current(), versionCode);
      for (const { rolloutState, haltedAt } of await server.db.model(AppVersion).findAll())
        assert.equal(rolloutState === 'halted', haltedAt !== null);
      id = Number(answers.find(({ status }) => status === 201)?.body['id']);
    }
  });

  it('let one of many with the same entity tag win', async () => {
    const { id } = await publish(server, slug);
    for (const _ of ROUNDS) {
      const tag = String((await admin(server).get(path(`/${id}`))).headers['etag']);
      const answers = await race.run(
        repeat(AT_ONCE, (index) => ({
          method: index % 2 === 0 ? 'PUT' : 'POST',
          path: path(index % 2 === 0 ? `/${id}` : `/${id}/rollout`),
          body: index % 2 === 0 ? { remindAfterHours: 100 + index } : { percent: index },
          headers: { 'If-Match': tag },
        })),
      );
      const statuses = answers.map(({ status }) => status).toSorted();
      assert.deepEqual(statuses, [200, ...Array.from({ length: AT_ONCE - 1 }, () => 412)]);
      const [winner] = answers.filter(({ status }) => status === 200);
      assert.deepEqual(
        (
          await admin(server)
            .get(path(`/${id}`))
            .expect(200)
        ).body,
        winner?.body,
      );
      await admin(server)
        .put(path(`/${id}`), { remindAfterHours: 72, rolloutPercent: 100 })
        .expect(200);
    }
  });

  it('widen while phones ask, and no phone flips back', async () => {
    await publish(server, slug, { versionName: '1.0.0', versionCode: 1 });
    const { id } = await publish(server, slug, { versionName: '2.0.0', versionCode: 2, rolloutPercent: 0 });
    const percents = [1, 5, 10, 20, 50, 80, 100];
    const phones = Array.from({ length: 60 }, (_, n) => `phone-${n}`);
    const seen = new Map<string, boolean[]>(phones.map((phone) => [phone, []]));
    let isWidening = true;
    const ask = async (phone: string): Promise<void> => {
      while (isWidening) {
        const address = `/apps/${slug}/version?currentVersion=1.0.0&installationId=${phone}`;
        seen.get(phone)?.push((await client(server).get(address).expect(200)).body.updateAvailable);
      }
    };
    const asking = phones.map(ask);
    for (const percent of percents)
      await admin(server)
        .post(path(`/${id}/rollout`), { percent })
        .expect(200);
    isWidening = false;
    await Promise.all(asking);
    for (const [phone, answers] of seen) {
      assert.deepEqual(
        answers,
        answers.toSorted((a, b) => Number(a) - Number(b)),
        phone,
      );
      assert.equal(
        (await client(server).get(`/apps/${slug}/version?currentVersion=1.0.0&installationId=${phone}`)).body.updateAvailable,
        true,
      );
    }
  });
});
