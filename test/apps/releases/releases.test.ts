import assert from 'node:assert/strict';
import { percentOf } from '../../../server/domain/flags/murmur3.ts';
import { admin, client } from '../../support/requests/client.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { codeOf, faultsOf, type MovableClock, movableClock, publish, registerApp } from '../support.ts';

const NOW = '2026-03-10T12:00:00.000Z';
const DAY = 86_400_000;
const later = (ms: number) => new Date(Date.parse(NOW) + ms).toISOString();
const OLD = { versionName: '1.0.0', versionCode: 1 };
const NEW = { versionName: '2.0.0', versionCode: 2 };

describe('the rollout of a release', () => {
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
    await publish(server, slug, OLD);
  });
  after(() => server.close());

  const path = (rest = '') => `/admin/apps/${slug}/versions${rest}`;
  const get = (read: string, headers: Record<string, string> = {}) => client(server).get(`/apps/${slug}${read}`).set(headers);
  const check = async (query: string) => (await get(`/version${query}`).expect(200)).body;
  const act = async (id: number, action: string, body: object = {}) =>
    (
      await admin(server)
        .post(path(`/${id}/${action}`), body)
        .expect(200)
    ).body;
  /** An installation whose percent of this release is `percent`. */
  const installation = (percent: number, code = 2) => {
    for (let n = 0; ; n += 1) if (percentOf(`${slug}/${code}`, `i-${n}`) === percent) return `i-${n}`;
  };
  const offered = async (id?: string) =>
    (await check(`?currentVersion=1.0.0${id === undefined ? '' : `&installationId=${id}`}`)).latestVersion === '2.0.0';

  it('adds one key for a request that tells something new', async () => {
    const notes = { en: 'New', ar: 'جديد' };
    await publish(server, slug, { ...NEW, priority: 3, notes, remindAfterHours: 24, forceAfter: later(DAY) });
    const plain = await check('?currentVersion=1.0.0');
    assert.ok(!('update' in plain));
    const update = {
      mode: 'flexible',
      priority: 3,
      forceAfter: later(DAY),
      remindAfterHours: 24,
      notes: 'New',
      language: 'en',
      dir: 'ltr',
      rollout: { percent: 100, included: true },
    };
    for (const told of ['installationId=i', 'osVersion=14', 'language=en', 'versionCode=1'])
      for (const read of ['/version', '/bootstrap']) {
        const { body } = await get(`${read}?currentVersion=1.0.0&${told}`).expect(200);
        assert.deepEqual(read === '/version' ? body : body.version, { ...plain, update }, `${read} ${told}`);
      }
    const { update: arabic } = await check('?currentVersion=1.0.0&language=ar-SA');
    assert.deepEqual([arabic.notes, arabic.language, arabic.dir], ['جديد', 'ar', 'rtl']);
    for (const empty of ['installationId=', 'language=&osVersion=']) assert.deepEqual(await check(`?currentVersion=1.0.0&${empty}`), plain);
  });

  it('is private and counted by installation when personal', async () => {
    const control = async (query: string) => (await get(`/version?${query}`).expect(200)).headers['cache-control'];
    for (const told of ['installationId=i', 'osVersion=14', 'language=ar'])
      assert.match(String(await control(told)), /^private, max-age=30/);
    for (const told of ['', 'currentVersion=1.0.0', 'installationId=']) assert.match(String(await control(told)), /^public, max-age=30/);
    for (const code of ['1.', '.1', '1..2', 'a', '-1', '1e3', '', '1 2', '9'.repeat(65)])
      assert.deepEqual(faultsOf(await get(`/version?versionCode=${encodeURIComponent(code)}`).expect(400)), ['versionCode'], code);
    assert.deepEqual(faultsOf(await get(`/version?installationId=${'x'.repeat(129)}`).expect(400)), ['installationId']);
  });

  it('widens without leaving a phone out', async () => {
    const { id } = await publish(server, slug, { ...NEW, rolloutPercent: 10, isForce: true, minVersion: '2.0.0' });
    const [early, late] = [installation(10), installation(11)];
    assert.deepEqual([await offered(), await offered(early), await offered(late)], [false, true, false]);
    const { update, forceUpdate } = await check(`?currentVersion=1.0.0&installationId=${early}`);
    assert.deepEqual([forceUpdate, update.mode, update.rollout], [true, 'immediate', { percent: 10, included: true }]);
    assert.deepEqual((await check(`?currentVersion=1.0.0&installationId=${late}`)).update.rollout, { percent: 10, included: false });
    assert.equal((await get('')).body.currentVersion, '1.0.0');
    const widened = await act(id, 'rollout', { percent: 11 });
    assert.deepEqual([widened.rolloutPercent, widened.offeredPercent, widened.steps], [11, 11, []]);
    assert.deepEqual([await offered(), await offered(early), await offered(late)], [false, true, true]);
    await act(id, 'rollout', { percent: 100 });
    assert.deepEqual([await offered(), (await get('')).body.currentVersion], [true, '2.0.0']);
  });

  it('takes each step to the second, with new entity tags', async () => {
    const { id } = await publish(server, slug, { ...NEW, rolloutPercent: 0 });
    const { steps } = await act(id, 'rollout', { steps: 'appstore' });
    assert.deepEqual([steps[0], steps.at(-1), steps.length], [{ at: later(0), percent: 1 }, { at: later(6 * DAY), percent: 100 }, 7]);
    const phone = `?currentVersion=1.0.0&installationId=${installation(2)}`;
    const reads = [`/version${phone}`, `/bootstrap${phone}`, '/version?currentVersion=1.0.0', ''];
    const tags = () => Promise.all(reads.map(async (read) => String((await get(read)).headers['etag'])));
    const before = await tags();
    clock.set(later(DAY - 1));
    assert.deepEqual(await tags(), before);
    clock.set(later(DAY));
    const second = await tags();
    assert.deepEqual(
      second.map((tag, index) => tag !== before[index]),
      [true, true, false, false],
    );
    assert.equal((await get(reads[0] ?? '', { 'if-none-match': second[0] ?? '' })).status, 304);
    clock.set(later(6 * DAY - 1));
    assert.equal(await offered(), false);
    clock.set(later(6 * DAY));
    assert.equal(await offered(), true);
    assert.deepEqual((await get('')).body.currentVersionCode, 2);
    assert.equal((await get('/bootstrap')).body.app.currentVersion, '2.0.0');
  });

  it('forces old clients from the deadline on', async () => {
    await publish(server, slug, { ...NEW, forceAfter: later(DAY) });
    const tag = async () => (await get('/version?currentVersion=1.0.0')).headers['etag'];
    const before = await tag();
    clock.set(later(DAY - 1));
    assert.deepEqual([(await check('?currentVersion=1.0.0')).forceUpdate, await tag()], [false, before]);
    clock.set(later(DAY));
    assert.equal((await check('?currentVersion=1.0.0')).reason, 'forced_release');
    assert.notEqual(await tag(), before);
  });

  it('freezes its clock while it is halted', async () => {
    const { id } = await publish(server, slug, {
      ...NEW,
      steps: [
        { at: later(DAY), percent: 50 },
        { at: later(2 * DAY), percent: 100 },
      ],
    });
    clock.set(later(1.5 * DAY));
    const halted = await act(id, 'halt');
    assert.deepEqual([halted.rolloutState, halted.haltedAt, halted.offeredPercent], ['halted', later(1.5 * DAY), 0]);
    assert.deepEqual(await act(id, 'halt'), halted);
    assert.equal(await offered(installation(1)), false);
    clock.set(later(10 * DAY));
    const resumed = await act(id, 'resume');
    assert.deepEqual([resumed.haltedAt, resumed.offeredPercent], [null, 50]);
    assert.deepEqual(
      resumed.steps.map(({ at }: { at: string }) => at),
      [later(DAY), later(10.5 * DAY)],
    );
    assert.deepEqual([await offered(installation(50)), await offered(installation(51))], [true, false]);
    clock.set(later(10.5 * DAY));
    assert.equal(await offered(), true);
  });

  it('rolls back to the release before, without downgrading', async () => {
    const { id } = await publish(server, slug, { ...NEW, isForce: true, minVersion: '2.0.0' });
    assert.equal((await get('')).body.currentVersion, '2.0.0');
    const { rolloutState } = await act(id, 'rollback');
    assert.equal(rolloutState, 'halted');
    assert.equal((await get('')).body.currentVersion, '1.0.0');
    const old = await check('?currentVersion=0.9.0&versionCode=0');
    assert.deepEqual([old.latestVersion, old.forceUpdate, old.minVersion], ['1.0.0', false, null]);
    assert.equal((await check('?currentVersion=2.0.0&versionCode=2')).status, 'up_to_date');
    const [first] = (await admin(server).get(path())).body.slice(-1);
    assert.equal(
      codeOf(
        await admin(server)
          .post(path(`/${first.id}/rollback`), {})
          .expect(409),
      ),
      'no_earlier_release',
    );
    await act(id, 'resume');
    assert.equal((await get('')).body.currentVersion, '2.0.0');
  });

  it('offers no phone a release when the only one halts', async () => {
    const [only] = (await admin(server).get(path())).body;
    await act(only.id, 'halt');
    const { status, update } = await check('?currentVersion=0.1.0&installationId=i');
    assert.deepEqual([status, update.mode], ['up_to_date', 'none']);
    assert.equal((await check('?currentVersion=0.1.0')).updateAvailable, false);
  });

  it('counts codes for each platform', async () => {
    await publish(server, slug, { versionName: '2.0.0', versionCode: 20, platform: 'android' });
    const { id } = await publish(server, slug, { versionName: '2.0.0', versionCode: 5, platform: 'ios' });
    const conflict = async (body: object) =>
      codeOf(
        await admin(server)
          .post(path(), { versionName: '3.0.0', ...body })
          .expect(409),
      );
    assert.equal(await conflict({ versionCode: 20 }), 'version_code_not_incrementing');
    assert.equal(await conflict({ versionCode: 20, platform: 'android' }), 'version_code_not_incrementing');
    assert.equal(await conflict({ versionCode: 5, platform: 'ios' }), 'version_code_not_incrementing');
    await publish(server, slug, { versionName: '2.1.0', versionCode: 20, platform: 'ios' });
    const change = await admin(server)
      .put(path(`/${id}`), { platform: null })
      .expect(200);
    assert.equal(change.body.platform, null);
    assert.equal((await check('?currentVersion=1.0.0&platform=android')).latestVersionCode, 20);
    assert.equal((await check('?currentVersion=1.0.0')).latestVersionCode, 5);
    assert.equal((await get('')).body.currentVersionCode, 20);
    const [twin] = (await admin(server).get(path())).body.filter((one: { platform: string }) => one.platform === 'ios');
    assert.equal(
      codeOf(
        await admin(server)
          .put(path(`/${twin.id}`), { platform: 'android' })
          .expect(409),
      ),
      'version_code_not_incrementing',
    );
  });

  it('stores each new field and shows it again', async () => {
    const fields = {
      platform: 'ios',
      rolloutPercent: 5,
      steps: [{ at: '2026-04-01T03:00:00+03:00', percent: 20 }],
      forceAfter: '2026-05-01T00:00:00.000Z',
      priority: 5,
      minOsVersion: '16.2',
      notes: { en: 'New', ar: null },
      remindAfterHours: 0,
      guard: { maxRate: 0.02, minUsers: 200, action: 'halt' },
    };
    const shown = {
      ...fields,
      steps: [{ at: '2026-04-01T00:00:00.000Z', percent: 20 }],
      rolloutState: 'active',
      haltedAt: null,
      offeredPercent: 5,
    };
    const published = await publish(server, slug, { ...NEW, ...fields });
    for (const [field, value] of Object.entries(shown)) assert.deepEqual(published[field], value, field);
    const { body } = await admin(server)
      .get(path(`/${published.id}`))
      .expect(200);
    assert.deepEqual(body, published);
    assert.deepEqual(
      (
        await admin(server)
          .put(path(`/${published.id}`), body)
          .expect(200)
      ).body,
      published,
    );
    const cleared = { platform: null, steps: null, forceAfter: null, minOsVersion: null, notes: null, guard: null };
    const changed = (
      await admin(server)
        .put(path(`/${published.id}`), cleared)
        .expect(200)
    ).body;
    for (const [field, value] of Object.entries({ ...cleared, steps: [], rolloutPercent: 5, priority: 5 }))
      assert.deepEqual(changed[field], value, field);
  });

  it('refuses each invalid new field with its path', async () => {
    const droid = await registerApp(server, { platform: 'android' });
    const bad: readonly (readonly [string, unknown, string?])[] = [
      ['platform', 'web'],
      ['rolloutPercent', 101],
      ['rolloutPercent', 1.5],
      ['rolloutState', 'paused'],
      ['steps', 'playstore'],
      [
        'steps',
        [
          { at: later(0), percent: 50 },
          { at: later(1), percent: 40 },
        ],
        'steps[1].percent',
      ],
      [
        'steps',
        [
          { at: later(1), percent: 5 },
          { at: later(1), percent: 6 },
        ],
        'steps[1].at',
      ],
      ['forceAfter', 'soon'],
      ['priority', 6],
      ['minOsVersion', 'new'],
      ['notes', { en: 5 }, 'notes.en'],
      ['remindAfterHours', -1],
      ['guard', { maxRate: 0, minUsers: 1, action: 'halt' }, 'guard.maxRate'],
    ];
    for (const [field, value, at = field] of bad)
      assert.deepEqual(
        faultsOf(
          await admin(server)
            .post(path(), { ...NEW, [field]: value })
            .expect(400),
        ),
        [at],
        field,
      );
    const foreign = await admin(server)
      .post(`/admin/apps/${droid}/versions`, { ...NEW, platform: 'ios' })
      .expect(400);
    assert.deepEqual(faultsOf(foreign), ['platform']);
    const { id } = await publish(server, slug, NEW);
    for (const body of [{}, { percent: 5, steps: 'appstore' }, { percent: null }])
      await admin(server)
        .post(path(`/${id}/rollout`), body)
        .expect(400);
  });

  it('limits a change to the version that was read', async () => {
    const { id } = await publish(server, slug, NEW);
    const read = await admin(server)
      .get(path(`/${id}`))
      .expect(200);
    const tag = String(read.headers['etag']);
    const changed = await admin(server)
      .put(path(`/${id}`), { priority: 1 })
      .set({ 'If-Match': tag })
      .expect(200);
    assert.equal(
      codeOf(
        await admin(server)
          .put(path(`/${id}`), { priority: 2 })
          .set({ 'If-Match': tag })
          .expect(412),
      ),
      'content_changed',
    );
    for (const [action, body] of [
      ['rollout', { percent: 5 }],
      ['halt', {}],
      ['resume', {}],
      ['rollback', {}],
    ] as const)
      assert.equal(
        (
          await admin(server)
            .post(path(`/${id}/${action}`), body)
            .set({ 'If-Match': tag })
        ).status,
        412,
        action,
      );
    const present = String(changed.headers['etag']);
    assert.equal((await admin(server).get(path(`/${id}`))).headers['etag'], present);
    await admin(server)
      .post(path(`/${id}/halt`), {})
      .set({ 'If-Match': present })
      .expect(200);
    for (const action of ['halt', 'resume', 'rollback'])
      assert.equal(
        codeOf(
          await admin(server)
            .post(path(`/999999/${action}`), {})
            .expect(404),
        ),
        'version_not_found',
      );
  });
});
