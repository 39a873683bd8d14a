import assert from 'node:assert/strict';
import { endProcesses, until } from '../../support/programs/process.ts';
import { openRace, type RaceAnswer, type RaceCall } from '../../support/race.ts';
import { type Answer, ask } from '../../support/requests/wire.ts';
import { call, type Launched, launch, launchBeside, type Method, register } from '../support.ts';

/** A second, and a margin for a busy machine. */
const EVERYWHERE_MS = 1_000 + 2_000;
const PUBLIC = ['', '/version', '/maintenance', '/features', '/bootstrap?platform=android&currentVersion=1.0.0'];

describe('two processes on one database', () => {
  let one: Launched;
  let two: Launched;

  before(async () => {
    one = await launch();
    two = await launchBeside(one);
    await register(one, 'shop');
    await until(async () => (await call(two, ['GET', '/apps/shop'])).status === 200);
  });
  after(endProcesses);

  /** The response of both; they must be equal. */
  async function shownByBoth(path: string): Promise<Answer> {
    const [first, second] = await Promise.all([call(one, ['GET', path]), call(two, ['GET', path])]);
    assert.deepEqual([first.status, first.headers.etag], [second.status, second.headers.etag], path);
    if (!path.includes('bootstrap')) assert.equal(first.text, second.text);
    return first;
  }

  it('show every change within a second, with equal ETags', async () => {
    const changes: [Launched, [Method, string], object][] = [
      [one, ['POST', '/admin/apps/shop/features'], { flagKey: 'alpha', config: { b: 1, a: [2] } }],
      [two, ['POST', '/admin/apps/shop/versions'], { versionName: '2.0.0', versionCode: 1, isForce: true }],
      [one, ['PUT', '/admin/apps/shop/maintenance'], { isActive: true, messageAr: 'صيانة' }],
      [two, ['PUT', '/admin/apps/shop'], { name: 'Souq' }],
    ];
    let before = (await shownByBoth('/apps/shop/bootstrap?platform=android&currentVersion=1.0.0')).headers.etag;
    for (const [server, line, body] of changes) {
      assert.ok((await call(server, line, body)).status < 300);
      const etagOf = async () => (await shownByBoth('/apps/shop/bootstrap?platform=android&currentVersion=1.0.0')).headers.etag ?? '';
      await until(async () => (await etagOf()) !== before, undefined, EVERYWHERE_MS);
      for (const path of PUBLIC) await shownByBoth(`/apps/shop${path}`);
      before = await etagOf();
    }
    const { body } = await shownByBoth('/apps/shop/bootstrap?platform=android&currentVersion=1.0.0');
    const { app, version, maintenance } = body as Record<string, Record<string, unknown>>;
    assert.deepEqual([app?.['name'], version?.['forceUpdate'], maintenance?.['messageAr']], ['Souq', true, 'صيانة']);
  });

  it('refuse a revoked key within 2 s', async () => {
    const { body } = await call(one, ['POST', '/admin/api-keys'], { name: 'brief', scopes: ['read'] });
    const use = (server: Launched) => ask(server.url, '/api/v1/admin/apps', { headers: { 'X-Api-Key': String(body['key']) } });
    assert.deepEqual([(await use(two)).status, (await use(one)).status], [200, 200]);
    assert.equal((await call(one, ['DELETE', `/admin/api-keys/${String(body['id'])}`])).status, 204);
    assert.equal((await use(one)).status, 401);
    await until(async () => (await use(two)).status === 401, two.output, EVERYWHERE_MS);
  });

  it('accept one of many conflicting requests', async () => {
    const races = await Promise.all([one, two].map((server) => openRace(server, 25, { 'X-Api-Key': server.apiKey })));
    const split = async (make: (index: number) => RaceCall): Promise<RaceAnswer[]> => {
      const calls = Array.from({ length: 50 }, (_, index) => make(index));
      return (await Promise.all(races.map((race, turn) => race.run(calls.filter((_, index) => index % 2 === turn))))).flat();
    };
    const statuses = async (make: (index: number) => RaceCall): Promise<Record<string, number>> =>
      countBy((await split(make)).map(({ status }) => status));
    const app = { name: 'x', platform: 'both', packageName: 'x' };
    const path = (rest: string) => `/admin/apps/raced${rest}`;
    try {
      assert.deepEqual(await statuses(() => ({ method: 'POST', path: '/admin/apps', body: { ...app, slug: 'raced' } })), {
        201: 1,
        409: 49,
      });
      assert.deepEqual(await statuses(() => ({ method: 'POST', path: path('/features'), body: { flagKey: 'f' } })), { 201: 1, 409: 49 });
      const version = { versionName: '1.0.0', versionCode: 5 };
      assert.deepEqual(await statuses(() => ({ method: 'POST', path: path('/versions'), body: version })), { 201: 1, 409: 49 });
      const toggle = (index: number): RaceCall => ({ method: 'PUT', path: path('/maintenance'), body: { isActive: index % 3 > 0 } });
      assert.deepEqual(await statuses(toggle), { 200: 50 });
      await call(two, ['PUT', path('/maintenance')], { isActive: true, messageEn: 'the last' });
      const shown = async () => (await shownByBoth('/apps/raced/maintenance')).body['messageEn'];
      await until(async () => (await shown()) === 'the last', undefined, EVERYWHERE_MS);
      const event = (index: number): RaceCall => ({
        method: 'POST',
        path: '/apps/raced/analytics',
        body: { eventType: 'e', platform: 'ios', eventId: `00000000-0000-4000-8000-0000000000${10 + (index % 10)}` },
      });
      assert.deepEqual(await statuses(event), { 200: 40, 201: 10 });
      assert.equal((await call(one, ['GET', '/admin/apps/raced/analytics'])).body['totalEvents'], 10);
    } finally {
      for (const race of races) race.close();
    }
  });
});

function countBy(values: readonly number[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}
