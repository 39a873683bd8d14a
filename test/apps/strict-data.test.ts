import assert from 'node:assert/strict';
import { FeatureFlag } from '../../models/apps/FeatureFlag.ts';
import { admin, client } from '../support/requests/client.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { faultsOf, registerApp } from './support.ts';

const HALF = '\ud83d';

describe('data that other programs must read', () => {
  let server: TestServer;
  let slug: string;

  before(async () => {
    server = await startServer();
  });
  beforeEach(async () => {
    slug = await registerApp(server);
  });
  after(() => server.close());

  const path = (rest = '') => `/admin/apps/${slug}/features${rest}`;
  /** Sends a text, because a number may be lost before it is serialised. */
  const refused = async (body: string): Promise<string[]> => {
    const answer = await fetch(`${server.url}/api/v1${path()}`, {
      method: 'POST',
      headers: { 'X-Api-Key': server.apiKey, 'Content-Type': 'application/json' },
      body,
    });
    assert.equal(answer.status, 400, body);
    const { errors } = (await answer.json()) as { errors: { field: string }[] };
    return errors.map(({ field }) => field);
  };
  const flag = (rest: string) => `{"flagKey":"a",${rest}}`;
  const variant = (type: string, value: string) =>
    flag(`"valueType":"${type}","targeting":{"rules":[],"variants":[{"key":"v","weight":1,"value":${value}}]}`);

  it('refuses half a surrogate pair and lost numbers in configs', async () => {
    for (const data of ['{"text":"Hi \\ud83d"}', '{"\\ud83d":1}', '{"id":9007199254740993}', '{"id":1e400}', '{"a":[{"b":-1e400}]}'])
      assert.deepEqual(await refused(flag(`"config":${data}`)), ['config'], data);
  });

  it('refuses them in variants and in values of rules', async () => {
    const place = ['targeting.variants[0].value'];
    assert.deepEqual(await refused(variant('string', '"Hi \\ud83d"')), place);
    assert.deepEqual(await refused(variant('number', '9007199254740993')), place);
    assert.deepEqual(await refused(variant('number', '1e400')), place);
    assert.deepEqual(await refused(variant('object', '{"a":{"b":"\\ude00"}}')), place);
    const rule = (operator: string, value: string) =>
      flag(`"targeting":{"rules":[{"id":"r","when":[{"attribute":"x","operator":"${operator}","values":[${value}]}]}]}`);
    for (const [operator, value] of [
      ['in', '"\\ud83d"'],
      ['in', '9007199254740993'],
      ['num_gt', '1e400'],
      ['num_gt', '"9007199254740993"'],
      ['date_after', '"2026-06-01T03:00:00"'],
      ['date_before', '"2027-02-30"'],
    ] as const)
      assert.deepEqual(await refused(rule(operator, value)), ['targeting.rules[0].when[0].values[0]'], value);
  });

  it('refuses such dates in segments too', async () => {
    for (const value of ['2026-06-01T03:00:00', '2027-02-30', '2027-02-29T00:00:00Z']) {
      const conditions = [{ attribute: 'since', operator: 'date_after', values: ['2026-06-01', value] }];
      const answer = await admin(server).post(`/admin/apps/${slug}/segments`, { key: 'a', conditions }).expect(400);
      assert.deepEqual(faultsOf(answer), ['conditions[0].values[1]'], value);
    }
  });

  it('names the place of a fault inside', async () => {
    const { body } = await admin(server)
      .post(path(), { flagKey: 'a', config: { list: [{ 'a b': `x${HALF}` }] } })
      .expect(400);
    assert.match(body.message, /config\.list\[0\]\.a b must be well-formed Unicode/);
  });

  it('rejects only the event that has such a text', async () => {
    const events = [
      { eventType: 'a', eventData: { text: HALF } },
      { eventType: 'b', eventData: { id: 2 ** 60 } },
    ];
    const { body } = await client(server).post(`/apps/${slug}/analytics/batch`, { events }).expect(200);
    assert.deepEqual(
      body.results.map(({ status }: { status: string }) => status),
      ['rejected', 'accepted'],
    );
  });

  it('shows what earlier releases stored as U+FFFD', async () => {
    await admin(server).post(path(), { flagKey: 'a', isEnabled: true, valueType: 'string', config: {} }).expect(201);
    const targeting = { rules: [{ id: 'r' }], variants: [{ key: 'v', value: `Hi ${HALF}`, weight: 1 }] };
    const config = JSON.stringify({ text: `Hi ${HALF}`, [HALF]: 1 });
    await server.db.model(FeatureFlag).update({ config, targeting: JSON.stringify(targeting) }, { where: { flagKey: 'a' } });
    // a write makes the server read the app again
    await admin(server).put(path('/a'), { description: 'x' }).expect(200);
    const send = async (address: string, init?: RequestInit) => (await fetch(`${server.url}/api/v1${address}`, init)).text();
    const evaluation = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"context":{}}' };
    const answers = [
      await send(`/apps/${slug}/features`),
      await send(`/apps/${slug}/bootstrap`),
      await send(`/apps/${slug}/features?userId=u`),
      await send(`/apps/${slug}/ofrep/v1/evaluate/flags`, evaluation),
      await send(`/apps/${slug}/ofrep/v1/evaluate/flags/a`, evaluation),
      await send(path(), { headers: { 'X-Api-Key': server.apiKey } }),
    ];
    for (const text of answers) {
      assert.match(text, /Hi \ufffd/);
      assert.doesNotMatch(text, /\\ud83d/);
    }
  });
});
