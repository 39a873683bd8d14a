import assert from 'node:assert/strict';
import { admin, client } from '../../support/requests/client.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { addSeen, codeOf, faultsOf, movableClock, phoneOf, publish, registerApp, type Seen, traceOf } from '../support.ts';

const NOW = '2026-03-10T12:34:56.789Z';
const DAY = 86_400_000;
const NEW = { versionName: '3.0.0', versionCode: 3 };
const later = (ms: number) => new Date(Date.parse(NOW) + ms).toISOString();

describe('the dry run of a change of releases', () => {
  let server: TestServer;
  let slug: string;

  before(async () => {
    server = await startServer({ clock: movableClock(NOW) });
  });
  beforeEach(async () => {
    slug = await registerApp(server);
    await publish(server, slug, { versionName: '2.0.0', versionCode: 2, minVersion: '1.0.0' });
  });
  after(() => server.close());

  const path = (rest = '') => `/admin/apps/${slug}/versions${rest}`;
  const addUsers = (count: number, of?: (index: number) => Partial<Seen>) => addSeen(server, { slug, now: NOW, count }, of);
  /** Users of every platform and of versions below, at and above the releases; one of them is no version. */
  const addAll = () =>
    addUsers(60, (index) => ({
      platform: index % 3 === 0 ? 'android' : 'ios',
      version: ['0.9.0', '1.0.0', '2.0.0', '3.0.0', 'dev'][index % 5] as string,
    }));
  /** The answers of the update check to all users. */
  const ask = (users: readonly Seen[]) =>
    Promise.all(
      users.map(async (user) => {
        const { body } = await client(server).get(`/apps/${slug}/version?${phoneOf(user)}`);
        return { isOffered: body.updateAvailable === true && body.latestVersion === NEW.versionName, isForced: body.forceUpdate === true };
      }),
    );
  const send = ({ rest = '', body = {}, method = 'post' }: Write, query = '') =>
    method === 'post' ? admin(server).post(path(rest) + query, body) : admin(server).put(path(rest) + query, body);
  const dry = async (write: Write) => (await send(write, '?dryRun=true').expect(200)).body;

  interface Write {
    rest?: string;
    body?: object;
    method?: 'post' | 'put';
  }

  /** Tries a write, makes it, and compares the numbers with the answers that users get. */
  async function compare(write: Write): Promise<{ matched: number; gains: number; loses: number; forced: number }> {
    const users = await addAll();
    const [trace, was] = [await traceOf(server, slug), await ask(users)];
    const { before: earlier, after: later, reach, warnings } = await dry(write);
    assert.deepEqual(await traceOf(server, slug), trace);
    assert.deepEqual(await ask(users), was);
    const versions = (await admin(server).get(path()).expect(200)).body as { id: number }[];
    assert.deepEqual(earlier, versions.find(({ id }) => id === later.id) ?? null);
    const { body: made } = await send(write).expect(write.rest === undefined ? 201 : 200);
    assert.deepEqual({ ...later, id: made.id, createdAt: made.createdAt }, made);
    const is = await ask(users);
    const count = (test: (index: number) => boolean) => users.filter((_, index) => test(index)).length;
    const real = {
      matched: count((index) => is[index]?.isOffered === true),
      gains: count((index) => is[index]?.isOffered === true && was[index]?.isOffered !== true),
      loses: count((index) => was[index]?.isOffered === true && is[index]?.isOffered !== true),
    };
    const { matched, gains, loses, known, method } = reach;
    assert.deepEqual({ matched, gains, loses, known, method }, { ...real, known: 60, method: 'exact' });
    const forced = count((index) => is[index]?.isForced === true && was[index]?.isForced !== true);
    const said = `The change forces ${forced} user${forced === 1 ? '' : 's'} to update.`;
    assert.equal(warnings.includes(said), forced > 0, warnings.join('\n'));
    return { ...real, forced };
  }

  it('shows whom a published release is offered to', async () => {
    const { matched, gains, forced } = await compare({ body: { ...NEW, platform: 'android', rolloutPercent: 60, isForce: true } });
    assert.ok(matched > 0 && matched < 12 && gains === matched && forced > 0, String(matched));
  });

  it('shows whom a changed release is offered to', async () => {
    const { id } = await publish(server, slug, { ...NEW, rolloutPercent: 30 });
    const { gains, loses } = await compare({
      rest: `/${id}`,
      method: 'put',
      body: { platform: 'ios', rolloutPercent: 90, minVersion: '1.0.0' },
    });
    assert.ok(gains > 0 && loses > 0, `${gains} ${loses}`);
  });

  it('shows whom a wider rollout is offered to', async () => {
    const { id } = await publish(server, slug, { ...NEW, rolloutPercent: 20, isForce: true });
    const { matched, gains, loses } = await compare({ rest: `/${id}/rollout`, body: { percent: 70 } });
    assert.ok(gains > 0 && gains < matched && loses === 0, `${gains} ${matched}`);
  });

  it('shows whom a halt takes a release from', async () => {
    const { id } = await publish(server, slug, NEW);
    assert.deepEqual(await compare({ rest: `/${id}/halt` }), { matched: 0, gains: 0, loses: 36, forced: 0 });
  });

  it('shows whom a resumed release is offered to', async () => {
    const { id } = await publish(server, slug, { ...NEW, rolloutState: 'halted', isForce: true });
    assert.deepEqual(await compare({ rest: `/${id}/resume` }), { matched: 36, gains: 36, loses: 0, forced: 24 });
  });

  it('shows whom a rollback takes a release from', async () => {
    const { id } = await publish(server, slug, { ...NEW, rolloutPercent: 50 });
    const { matched, loses } = await compare({ rest: `/${id}/rollback` });
    assert.ok(matched === 0 && loses > 0 && loses < 36, String(loses));
  });

  it('counts a newer release before the one that changes', async () => {
    const { id } = await publish(server, slug, { ...NEW, rolloutPercent: 40 });
    await publish(server, slug, { versionName: '4.0.0', versionCode: 4, platform: 'android', rolloutPercent: 50 });
    const { matched } = await compare({ rest: `/${id}/rollout`, body: { percent: 100 } });
    assert.ok(matched > 24 && matched < 36, String(matched));
  });

  it('gives a range where no installation is stored', async () => {
    const { id } = await publish(server, slug, { ...NEW, rolloutPercent: 20 });
    await addUsers(10, (index) => ({ installation: index < 4 ? null : `i${index}` }));
    const { reach, warnings } = await dry({ rest: `/${id}/rollout`, body: { percent: 60 } });
    assert.deepEqual([reach.known, reach.matched.max - reach.matched.min, reach.gains.max - reach.gains.min], [6, 4, 4]);
    assert.deepEqual([reach.loses, reach.unknownAttributes], [0, ['installationId']]);
    assert.deepEqual(warnings, [
      'Below 100 percent a phone that sends no installationId is offered nothing, and the installationId of 4 users is not stored.',
    ]);
    const whole = await dry({ rest: `/${id}/rollout`, body: { percent: 100 } });
    assert.deepEqual([whole.reach.matched, whole.reach.gains.max - whole.reach.gains.min], [10, 4]);
  });

  it('gives a range where platform, version or system count', async () => {
    await addUsers(8, (index) => ({ platform: index < 2 ? null : 'ios', version: index === 7 ? null : '1.0.0' }));
    const ios = await dry({ body: { ...NEW, platform: 'ios' } });
    assert.deepEqual([ios.reach.matched, ios.reach.known], [{ min: 5, max: 8 }, 5]);
    assert.deepEqual(ios.reach.unknownAttributes, ['appVersion', 'platform']);
    const system = await dry({ body: { ...NEW, minOsVersion: '15' } });
    assert.deepEqual([system.reach.matched, system.reach.unknownAttributes], [{ min: 0, max: 8 }, ['appVersion', 'osVersion']]);
    const build = await dry({ body: { ...NEW, versionName: '2.0.0' } });
    assert.deepEqual([build.reach.matched, build.reach.unknownAttributes], [{ min: 7, max: 8 }, ['appVersion', 'versionCode']]);
  });

  it('warns of what a person may not expect', async () => {
    const warned = async (write: Write) => (await dry(write)).warnings;
    await addUsers(3, () => ({ version: '3.0.0' }));
    assert.deepEqual(await warned({ body: NEW }), ['No user of the last 30 days runs a version older than 3.0.0.']);
    const { id } = await publish(server, slug, NEW);
    assert.deepEqual(await warned({ rest: `/${id}/rollback` }), ['It stays on the phones of 3 users: a phone never goes back.']);
    await send({ rest: `/${id}/halt` }).expect(200);
    assert.deepEqual(await warned({ rest: `/${id}/rollout`, body: { percent: 5 } }), [
      'The release is halted, so it is offered to nobody.',
    ]);
    assert.deepEqual(await warned({ body: { ...NEW, versionCode: 4, isActive: false } }), [
      'The release is not active, so it is offered to nobody.',
    ]);
    assert.deepEqual(await warned({ body: { ...NEW, versionCode: 4, steps: 'appstore', forceAfter: later(9 * DAY) } }), [
      `The steps widen it from 1 to 100 percent until ${later(6 * DAY)}; the numbers are those of now.`,
      `From ${later(9 * DAY)} on everybody who is offered it is forced to update.`,
    ]);
  });

  it('refuses what the change itself would refuse', async () => {
    const refused = async (write: Write, status: number) => codeOf(await send(write, '?dryRun=true').expect(status));
    assert.equal(await refused({ body: { ...NEW, versionCode: 2 } }, 409), 'version_code_not_incrementing');
    assert.deepEqual(faultsOf(await send({ body: { ...NEW, minVersion: '4.0.0' } }, '?dryRun=true').expect(400)), ['minVersion']);
    const { id } = await publish(server, slug, { ...NEW, platform: 'ios' });
    await send({ rest: `/${id}/halt`, body: {} }, '?dryRun=perhaps').expect(400);
    for (const action of ['rollout', 'halt', 'resume', 'rollback']) {
      const body = action === 'rollout' ? { percent: 10 } : {};
      assert.equal(await refused({ rest: `/999999/${action}`, body }, 404), 'version_not_found');
      const stale = await send({ rest: `/${id}/${action}`, body }, '?dryRun=true')
        .set('If-Match', '"other"')
        .expect(412);
      assert.equal(codeOf(stale), 'content_changed');
    }
    const { headers } = await admin(server)
      .get(path(`/${id}`))
      .expect(200);
    await send({ rest: `/${id}/halt` }, '?dryRun=true')
      .set('If-Match', String(headers['etag']))
      .expect(200);
    const [first] = (await admin(server).get(path()).expect(200)).body.slice(-1);
    assert.equal(await refused({ rest: `/${first.id}/rollback` }, 409), 'no_earlier_release');
    assert.equal(codeOf(await admin(server).post('/admin/apps/none/versions?dryRun=true', NEW).expect(404)), 'app_not_found');
  });
});
