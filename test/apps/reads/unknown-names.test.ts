import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { UnknownNames } from '../../../server/services/apps/unknown-names.ts';
import { statementsOf } from '../../support/databases/statements.ts';
import { until } from '../../support/programs/process.ts';
import { openRace, type RaceCall, repeat } from '../../support/race.ts';
import { admin, client } from '../../support/requests/client.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { codeOf, registerApp } from '../support.ts';

/** The most look-ups that the budget allows in this time. */
const allowed = (ms: number): number => 5 + Math.ceil((ms / 1000) * 5);
const FLOOD = 500;

describe('an app that another server has just created', () => {
  let first: TestServer;
  let second: TestServer;

  before(async () => {
    first = await startServer();
    second = await startServer({ env: first.env });
  });
  after(() => Promise.all([first.close(), second.close()]));

  it('is served by the other server at once', async () => {
    const slug = await registerApp(first);
    const { body } = await client(second).get(`/apps/${slug}`).expect(200);
    assert.equal(body.slug, slug);
    await client(second).get(`/apps/${slug}/bootstrap`).expect(200);
  });

  it('accepts events on the other server at once', async () => {
    const slug = await registerApp(first);
    await client(second).post(`/apps/${slug}/analytics`, { eventType: 'open' }).expect(201);
    const { body } = await admin(first).get(`/admin/apps/${slug}/analytics`).expect(200);
    assert.equal(body.totalEvents, 1);
  });

  it('stays known while the polls of the server go on', async () => {
    const slug = await registerApp(first);
    const end = performance.now() + 1_200;
    while (performance.now() < end) {
      await client(second).get(`/apps/${slug}`).expect(200);
      await sleep(20);
    }
  });

  it('is looked up once by requests that arrive together', async () => {
    // until the budget is full again
    await sleep(1_000);
    const slug = await registerApp(first);
    const race = await openRace(second, 50);
    const sent = await statementsOf(second.db, async () => {
      for (const { status } of await race.run(repeat(50, () => ({ method: 'GET', path: `/apps/${slug}` })))) assert.equal(status, 200);
    });
    race.close();
    assert.ok(lookUpsIn(sent) <= 1, sent.join('\n'));
    // a poll that sees the new revision only now causes one more load
    const loads = sent.filter((sql) => sql.includes('FROM `feature_flags`')).length;
    assert.ok(loads === 1 || loads === 2, sent.join('\n'));
  });

  it('is found by the poll when it is inactive first', async () => {
    const slug = await registerApp(first);
    await admin(first).put(`/admin/apps/${slug}`, { isActive: false }).expect(200);
    assert.equal(codeOf(await client(second).get(`/apps/${slug}`).expect(404)), 'app_not_found');
    await admin(first).put(`/admin/apps/${slug}`, { isActive: true }).expect(200);
    await until(
      async () => (await client(second).get(`/apps/${slug}`)).status === 200,
      () => 'still inactive',
      1_500,
    );
  });

  it('costs few statements in a flood of unknown slugs', async () => {
    const race = await openRace(second, 50);
    const start = performance.now();
    const sent = await statementsOf(second.db, async () => {
      for (let index = 0; index < FLOOD; index += 50) {
        const answers = await race.run(repeat(50, (each) => ({ method: 'GET', path: `/apps/none-${index + each}` })));
        assert.ok(answers.every(({ status, body }) => status === 404 && body['code'] === 'app_not_found'));
      }
    });
    race.close();
    const most = allowed(performance.now() - start);
    assert.ok(sent.length > 0 && sent.length <= most, `${sent.length} statements for ${FLOOD} slugs, at most ${most}`);
  });
});

describe('a flag that another server has just created', () => {
  let first: TestServer;
  let second: TestServer;
  let slug: string;

  before(async () => {
    first = await startServer();
    second = await startServer({ env: first.env });
    slug = await registerApp(first);
    await client(second).get(`/apps/${slug}/features`).expect(200);
  });
  after(() => Promise.all([first.close(), second.close()]));

  const create = (flagKey: string) => admin(first).post(`/admin/apps/${slug}/features`, { flagKey, isEnabled: true }).expect(201);
  const pathOf = (flagKey: string): string => `/apps/${slug}/ofrep/v1/evaluate/flags/${flagKey}`;
  const evaluation = (flagKey: string): RaceCall => ({ method: 'POST', path: pathOf(flagKey), body: { context: {} } });

  it('is evaluated by the other server at once', async () => {
    for (const flagKey of ['one', 'two']) {
      await create(flagKey);
      const { body } = await client(second).post(pathOf(flagKey), { context: {} }).expect(200);
      assert.equal(body.value, true);
    }
  });

  it('is looked up once by requests that arrive together', async () => {
    // until the budget is full again
    await sleep(1_000);
    const race = await openRace(second, 50);
    const sent = await statementsOf(second.db, async () => {
      await create('new');
      for (const { status } of await race.run(repeat(50, () => evaluation('new')))) assert.equal(status, 200);
    });
    race.close();
    assert.ok(lookUpsIn(sent) <= 1, sent.join('\n'));
  });

  it('costs few statements in a flood of unknown keys', async () => {
    const headers = { 'Content-Type': 'application/json' };
    const refuse = async (flagKey: string): Promise<void> => {
      const answer = await fetch(`${second.url}/api/v1${pathOf(flagKey)}`, { method: 'POST', headers, body: '{"context":{}}' });
      assert.deepEqual([answer.status, ((await answer.json()) as { errorCode: string }).errorCode], [404, 'FLAG_NOT_FOUND']);
    };
    const start = performance.now();
    const sent = await statementsOf(second.db, async () => {
      for (let index = 0; index < FLOOD; index += 50)
        await Promise.all(Array.from({ length: 50 }, (_, each) => refuse(`none-${index + each}`)));
    });
    const most = allowed(performance.now() - start);
    assert.ok(sent.length > 0 && sent.length <= most, `${sent.length} statements for ${FLOOD} keys, at most ${most}`);
  });
});

describe('UnknownNames', () => {
  it('looks an unknown slug up once', async () => {
    const queried: string[] = [];
    const unknown = new UnknownNames(async (slug) => queried.push(slug) < 0);
    for (let round = 0; round < 20; round += 1) assert.equal(await unknown.has('none'), false);
    assert.deepEqual(queried, ['none']);
  });

  it('shares a look-up that is in progress', async () => {
    let queried = 0;
    const unknown = new UnknownNames(async () => {
      queried += 1;
      return true;
    });
    assert.deepEqual(await Promise.all(Array.from({ length: 20 }, () => unknown.has('new'))), Array(20).fill(true));
    assert.equal(queried, 1);
  });

  it('answers false to other slugs beyond the budget', async () => {
    let queried = 0;
    const unknown = new UnknownNames(async () => {
      queried += 1;
      return true;
    });
    const start = performance.now();
    const found = await Promise.all(Array.from({ length: FLOOD }, (_, index) => unknown.has(`slug-${index}`)));
    assert.ok(queried >= 5 && queried <= allowed(performance.now() - start), String(queried));
    assert.equal(found.filter(Boolean).length, queried);
  });

  it('looks a slug up again after a failure', async () => {
    const answers = [Promise.reject(new Error('away')), Promise.resolve(true)];
    const unknown = new UnknownNames(() => answers.shift() ?? Promise.resolve(false));
    await assert.rejects(async () => unknown.has('new'), /away/);
    assert.equal(await unknown.has('new'), true);
  });
});

function lookUpsIn(sent: readonly string[]): number {
  return sent.filter((sql) => /^SELECT count\(/i.test(sql)).length;
}
