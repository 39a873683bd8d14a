import assert from 'node:assert/strict';
import { App } from '../../../models/apps/App.ts';
import { AuditEntry } from '../../../models/platform/AuditEntry.ts';
import { execute } from '../../support/databases/sql.ts';
import { admin, client } from '../../support/requests/client.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { addSeen, codeOf, faultsOf, type MovableClock, movableClock, registerApp, type Seen } from '../support.ts';

const NOW = '2026-03-10T12:34:56.789Z';
const DAY_MS = 86_400_000;

describe('the dry run of a change of flags', () => {
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

  const features = (key = '') => `/admin/apps/${slug}/features${key}`;
  const segments = (key = '') => `/admin/apps/${slug}/segments${key}`;
  const dry = (path: string) => `${path}?dryRun=true`;
  const addUsers = (count: number, of: (index: number) => Partial<Seen>) => addSeen(server, { slug, now: NOW, count }, of);
  const reachOf = async (body: object) =>
    (
      await admin(server)
        .post(dry(features()), { isEnabled: true, ...body })
        .expect(200)
    ).body.reach;
  const rules = (...list: object[]) => ({ rules: list.map((rule, index) => ({ id: `r${index}`, ...rule })) });
  const inList = (attribute: string, ...values: string[]) => [{ attribute, operator: 'in', values }];

  it('answers what would change and writes nothing', async () => {
    const flag = { flagKey: 'kept', isEnabled: false };
    const made = await admin(server).post(features(), flag).expect(201);
    const state = async () => ({
      etag: (await admin(server).get(features('/kept')).expect(200)).headers['etag'],
      flags: (await admin(server).get(features('/admin')).expect(200)).body,
      public: (await client(server).get(`/apps/${slug}/features`).expect(200)).headers['etag'],
      audits: await server.db.model(AuditEntry).count({ where: { subject: `app:${slug}` }, acrossProjects: true }),
      app: (await server.db.model(App).findOne({ where: { slug }, rejectOnEmpty: true })).get(),
    });
    const before = await state();
    const created = await admin(server).post(dry(features()), { flagKey: 'new' }).expect(200);
    assert.deepEqual([created.body.before, created.body.after.flagKey, created.headers['etag']], [null, 'new', undefined]);
    const changed = await admin(server)
      .put(dry(features('/kept')), { isEnabled: true })
      .expect(200);
    assert.deepEqual([changed.body.before, changed.body.after.isEnabled], [made.body, true]);
    const deleted = await admin(server)
      .delete(dry(features('/kept')))
      .expect(200);
    assert.deepEqual([deleted.body.before, deleted.body.after], [made.body, null]);
    const segment = { key: 's', conditions: inList('city', 'Riyadh') };
    assert.equal((await admin(server).post(dry(segments()), segment).expect(200)).body.after.key, 's');
    assert.deepEqual(await state(), before);
    assert.deepEqual((await admin(server).get(segments()).expect(200)).body, []);
    await admin(server)
      .put(`${features('/kept')}?dryRun=false`, { isEnabled: true })
      .expect(200);
    assert.notDeepEqual(await state(), before);
  });

  it('refuses what the change itself would refuse', async () => {
    await admin(server).post(features(), { flagKey: 'parent' }).expect(201);
    const child = { flagKey: 'child', targeting: { rules: [], requires: [{ flag: 'parent' }] } };
    const { headers } = await admin(server).post(features(), child).expect(201);
    const unknown = { targeting: rules({ segments: ['none'] }) };
    assert.deepEqual(
      faultsOf(
        await admin(server)
          .put(dry(features('/child')), unknown)
          .expect(400),
      ),
      ['targeting.rules[0].segments[0]'],
    );
    assert.equal(codeOf(await admin(server).post(dry(features()), { flagKey: 'child' }).expect(409)), 'flag_key_exists');
    assert.equal(
      codeOf(
        await admin(server)
          .delete(dry(features('/parent')))
          .expect(409),
      ),
      'in_use',
    );
    assert.equal(
      codeOf(
        await admin(server)
          .delete(dry(features('/none')))
          .expect(404),
      ),
      'flag_not_found',
    );
    assert.equal(codeOf(await admin(server).delete(dry('/admin/apps/none/features/x')).expect(404)), 'app_not_found');
    assert.equal(
      codeOf(
        await admin(server)
          .delete(dry(segments('/none')))
          .expect(404),
      ),
      'segment_not_found',
    );
    const put = () => admin(server).put(dry(features('/child')), { isEnabled: true });
    assert.equal(codeOf(await put().set('If-Match', '"other"').expect(412)), 'content_changed');
    await put().set('If-Match', String(headers['etag'])).expect(200);
    await admin(server).put(features('/child?dryRun=perhaps'), { isEnabled: true }).expect(400);
  });

  it('counts the users of 30 days whom the flag reaches', async () => {
    await addUsers(40, (index) => ({
      platform: index < 10 ? 'android' : 'ios',
      version: index % 2 === 0 ? '2.0.0' : '1.0.0',
      agoMs: index < 30 ? index : 31 * DAY_MS,
    }));
    const reach = await reachOf({ flagKey: 'f', targeting: rules({ when: inList('platform', 'android') }) });
    assert.deepEqual(reach, {
      window: '30 days',
      users: 30,
      known: 30,
      matched: 10,
      gains: 10,
      loses: 0,
      share: 1 / 3,
      byPlatform: { android: { users: 10, matched: 10 }, ios: { users: 20, matched: 0 } },
      byVersion: { '2.0.0': { users: 15, matched: 5 }, '1.0.0': { users: 15, matched: 5 } },
      unknownAttributes: [],
      method: 'exact',
    });
  });

  it('counts who gains and who loses by a change', async () => {
    await addUsers(30, (index) => ({ platform: index < 10 ? 'android' : 'ios' }));
    await admin(server)
      .post(features(), { flagKey: 'f', isEnabled: true, targeting: rules({ when: inList('platform', 'android') }) })
      .expect(201);
    const change = async (body: object) =>
      (
        await admin(server)
          .put(dry(features('/f')), body)
          .expect(200)
      ).body.reach;
    const numbers = async (body: object) => {
      const { matched, gains, loses } = await change(body);
      return [matched, gains, loses];
    };
    assert.deepEqual(await numbers({ targeting: rules({ when: inList('platform', 'ios') }) }), [20, 20, 10]);
    assert.deepEqual(await numbers({ isEnabled: false }), [0, 0, 10]);
    assert.deepEqual(await numbers({ description: 'New words' }), [10, 0, 0]);
    const { reach } = (
      await admin(server)
        .delete(dry(features('/f')))
        .expect(200)
    ).body;
    assert.deepEqual([reach.matched, reach.gains, reach.loses], [0, 0, 10]);
  });

  it('gives a range where attributes are not stored', async () => {
    await addUsers(9, (index) => ({
      country: index < 3 ? null : index < 6 ? 'SA' : 'EG',
      installation: index === 8 ? null : index === 7 ? 'u7' : `i${index}`,
    }));
    const country = await reachOf({ flagKey: 'f', targeting: rules({ when: inList('country', 'SA') }) });
    assert.deepEqual([country.known, country.matched, country.gains], [6, { min: 3, max: 6 }, { min: 3, max: 6 }]);
    assert.deepEqual([country.unknownAttributes, country.share], [['country'], 1 / 3]);
    const plan = await reachOf({ flagKey: 'f', targeting: rules({ when: inList('plan', 'gold') }) });
    assert.deepEqual([plan.known, plan.matched, plan.unknownAttributes], [0, { min: 0, max: 9 }, ['plan']]);
    const users = await reachOf({ flagKey: 'f', targeting: rules({ when: inList('userId', 'u1', 'u7') }) });
    assert.deepEqual([users.known, users.matched, users.unknownAttributes], [8, { min: 1, max: 2 }, ['userId']]);
    const percent = await reachOf({ flagKey: 'f', targeting: rules({ percentage: 50 }) });
    assert.deepEqual([percent.known, percent.matched.max - percent.matched.min], [8, 1]);
    assert.deepEqual(percent.unknownAttributes, ['installationId']);
  });

  it('counts for a segment the flags that name it', async () => {
    await addUsers(10, (index) => ({ country: ['SA', 'EG'][index % 2] as string, platform: index < 5 ? 'ios' : 'android' }));
    const people = inList('country', 'SA');
    const unused = await admin(server).post(dry(segments()), { key: 'people', conditions: people }).expect(200);
    assert.deepEqual([unused.body.reach.matched, unused.body.warnings], [0, ['No flag names the segment people, so it reaches nobody.']]);
    await admin(server).post(segments(), { key: 'people', conditions: people }).expect(201);
    for (const [flagKey, platform] of [
      ['a', 'ios'],
      ['b', 'android'],
    ])
      await admin(server)
        .post(features(), {
          flagKey,
          isEnabled: true,
          targeting: rules({ segments: ['people'], when: inList('platform', platform as string) }),
        })
        .expect(201);
    await admin(server).post(features(), { flagKey: 'other', isEnabled: true }).expect(201);
    const { body } = await admin(server)
      .put(dry(segments('/people')), { conditions: inList('country', 'EG') })
      .expect(200);
    assert.deepEqual([body.reach.matched, body.reach.gains, body.reach.loses], [5, 5, 5]);
    assert.deepEqual([body.before.conditions, body.after.conditions[0].values], [people, ['EG']]);
  });

  it('warns of rules that no user can match', async () => {
    const targeting = rules({}, { percentage: 5 });
    const { body } = await admin(server).post(dry(features()), { flagKey: 'f', isEnabled: true, targeting }).expect(200);
    assert.deepEqual(body.warnings, ['The rule r1 can never match: the earlier rule r0 takes everybody.']);
    assert.deepEqual((await admin(server).get(features('/admin')).expect(200)).body, []);
  });

  it('scales the newest 20,000 users to all', async () => {
    await addUsers(20_050, (index) => ({ platform: index % 4 === 0 ? 'android' : 'ios' }));
    const { id } = await server.db.model(App).findOne({ where: { slug }, rejectOnEmpty: true });
    const hour = Math.floor(Date.parse(NOW) / 3_600_000);
    const sql = "INSERT INTO analytics_counts (app_id, kind, hour, value, n) VALUES (:id, 'user', :hour, '', 40000)";
    await execute(server.db, sql, { id, hour });
    const reach = await reachOf({ flagKey: 'f', targeting: rules({ when: inList('platform', 'android') }) });
    assert.deepEqual([reach.method, reach.users], ['sample', 40_000]);
    // a slow machine evaluates fewer of them
    for (const count of [reach.matched, reach.byPlatform.android.users, 40_000 - reach.byPlatform.ios.users])
      assert.ok(Math.abs(count - 10_000) < 200, String(count));
  });
});
