import assert from 'node:assert/strict';
import type { Response } from 'supertest';
import { execute, selectRows } from '../../support/databases/sql.ts';
import { admin, client } from '../../support/requests/client.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { codeOf, faultsOf, registerApp } from '../support.ts';

const CITY = { attribute: 'city', operator: 'in', values: ['Riyadh'] };
const VARIANTS = [
  { key: 'on', value: true, weight: 1 },
  { key: 'off', value: false, weight: 3 },
];
const FULL = {
  variants: VARIANTS,
  rules: [
    { id: 'city', name: 'In Riyadh', when: [{ ...CITY, not: true, ignoreCase: true }], segments: ['testers'], serve: 'on' },
    { id: 'half', percentage: 50, stickiness: 'userId', salt: 'checkout', serve: { split: [{ variant: 'on', weight: 1 }] } },
  ],
  otherwise: { serve: 'off' },
  requires: [{ flag: 'parent', on: true }],
  startAt: '2026-01-01T00:00:00.000Z',
  stopAt: '2027-01-01T00:00:00.000Z',
  steps: [{ at: '2026-02-01T00:00:00.000Z', rule: 'half', percentage: 100 }],
};

describe('the targeting of a flag', () => {
  let server: TestServer;
  let slug: string;

  before(async () => {
    server = await startServer();
  });
  beforeEach(async () => {
    slug = await registerApp(server);
  });
  after(() => server.close());

  const path = (key = '') => `/admin/apps/${slug}/features${key}`;
  const send = (body: object) => admin(server).post(path(), { flagKey: 'beta', isEnabled: true, ...body });
  const create = async (body: object) => (await send(body).expect(201)).body;
  const change = (body: object, headers: Record<string, string> = {}) => admin(server).put(path('/beta'), body).set(headers);
  const createSegment = (key: string) =>
    admin(server)
      .post(`/admin/apps/${slug}/segments`, { key, conditions: [CITY] })
      .expect(201);
  const shown = async () => (await client(server).get(`/apps/${slug}/features`).expect(200)).body;
  const refused = async (targeting: unknown, rest: object = {}) => faultsOf(await send({ targeting, ...rest }).expect(400));

  it('is stored and shown as it was given', async () => {
    await createSegment('testers');
    await create({ flagKey: 'parent' });
    const flag = await create({ targeting: FULL, kind: 'experiment' });
    assert.deepEqual([flag.targeting, flag.kind, flag.valueType], [FULL, 'experiment', 'boolean']);
    assert.deepEqual((await admin(server).get(path('/beta')).expect(200)).body, flag);
  });

  it('is replaced as a whole and removed by null', async () => {
    await create({ targeting: { rules: [{ id: 'r' }], otherwise: 'off' } });
    const { body } = await change({ targeting: { rules: [] } }).expect(200);
    assert.deepEqual(body.targeting, { rules: [] });
    assert.deepEqual((await change({ isEnabled: true }).expect(200)).body.targeting, { rules: [] });
    assert.equal((await change({ targeting: null }).expect(200)).body.targeting, null);
  });

  it('keeps instants in UTC, however they were written', async () => {
    const { targeting } = await create({ targeting: { rules: [], startAt: '2026-01-01T03:00:00+03:00', stopAt: null } });
    assert.deepEqual(targeting, { rules: [], startAt: '2026-01-01T00:00:00.000Z', stopAt: null });
  });

  it('refuses each unknown name with its path', async () => {
    const rule = (fields: object) => ({ rules: [{ id: 'r', ...fields }] });
    const split = (variant: string, weight: number) => ({ split: [{ variant, weight }] });
    const cases: readonly (readonly [string, object])[] = [
      ['targeting.rules', {}],
      ['targeting.rules[0].id', { rules: [{}] }],
      ['targeting.rules[1].id', { rules: [{ id: 'r' }, { id: 'r' }] }],
      ['targeting.rules[0].when[0].operator', rule({ when: [{ ...CITY, operator: 'regex' }] })],
      ['targeting.rules[0].when[0].values[1]', rule({ when: [{ attribute: 'a', operator: 'num_gt', values: [1, 'one'] }] })],
      ['targeting.rules[0].when[0].values[0]', rule({ when: [{ attribute: 'a', operator: 'date_after', values: ['soon'] }] })],
      ['targeting.rules[0].when[0].values[0]', rule({ when: [{ attribute: 'a', operator: 'version_lt', values: ['one'] }] })],
      ['targeting.rules[0].percentage', rule({ percentage: 101 })],
      ['targeting.rules[0].percentage', rule({ percentage: 0.5 })],
      ['targeting.rules[0].segments[0]', rule({ segments: ['unknown'] })],
      ['targeting.rules[0].serve', rule({ serve: 'unknown' })],
      ['targeting.rules[0].serve.split[0].variant', rule({ serve: split('unknown', 1) })],
      ['targeting.rules[0].serve.split', { variants: VARIANTS, rules: [{ id: 'r', serve: split('on', 0) }] }],
      ['targeting.otherwise.serve', { rules: [], otherwise: { serve: 'unknown' } }],
      ['targeting.steps[0].rule', { ...rule({}), steps: [{ at: '2026-01-01T00:00:00Z', rule: 'unknown', percentage: 1 }] }],
      ['targeting.steps[0].at', { ...rule({}), steps: [{ at: 'soon', rule: 'r', percentage: 1 }] }],
      ['targeting.requires[0].flag', { rules: [], requires: [{ flag: 'unknown' }] }],
      ['targeting.variants', { rules: [], variants: [{ key: 'a', value: true, weight: 0 }] }],
      ['targeting.variants[1].key', { rules: [], variants: [VARIANTS[0], VARIANTS[0]] }],
      ['targeting.variants[0].value', { rules: [], variants: [{ key: 'a', value: 'text', weight: 1 }] }],
      ['targeting.variants[0].weight', { rules: [], variants: [{ key: 'a', value: true, weight: 0.5 }] }],
      ['targeting.stopAt', { rules: [], startAt: '2026-01-02T00:00:00Z', stopAt: '2026-01-01T00:00:00Z' }],
    ];
    for (const [field, targeting] of cases) assert.deepEqual(await refused(targeting), [field], JSON.stringify(targeting));
    assert.deepEqual(await refused('all'), ['targeting']);
    assert.deepEqual(await refused({ rules: [] }, { kind: 'forever', valueType: 'date' }), ['valueType', 'kind']);
    assert.deepEqual(await shown(), {});
  });

  it('accepts variants of the type of the flag alone', async () => {
    const values = { boolean: true, string: 'text', number: 1.5, object: { a: [1] } };
    for (const [valueType, value] of Object.entries(values)) {
      await create({ flagKey: valueType, valueType, targeting: { rules: [], variants: [{ key: 'a', value, weight: 1 }] } });
      for (const [other, bad] of Object.entries({ ...values, other: [1], nothing: null }))
        if (other !== valueType) {
          const variants = [{ key: 'a', value: bad, weight: 1 }];
          assert.deepEqual(await refused({ rules: [], variants }, { valueType }), ['targeting.variants[0].value'], `${valueType} ${other}`);
        }
    }
  });

  it('refuses a type that its variants do not have', async () => {
    await create({ targeting: { rules: [], variants: VARIANTS } });
    assert.deepEqual(faultsOf(await change({ valueType: 'string' }).expect(400)), [
      'targeting.variants[0].value',
      'targeting.variants[1].value',
    ]);
    await change({ valueType: 'string', targeting: null }).expect(200);
  });

  it('limits its own size and that of all flags', async () => {
    const when = [{ attribute: 'a', operator: 'in', values: Array.from({ length: 250 }, (_, index) => `${index}`.padStart(200, 'x')) }];
    assert.deepEqual(
      await refused({
        rules: [
          { id: 'a', when },
          { id: 'b', when },
        ],
      }),
      ['targeting'],
    );
    for (let index = 0; index < 20; index += 1) await create({ flagKey: `f${index}`, targeting: { rules: [{ id: 'a', when }] } });
    assert.equal(codeOf(await send({ targeting: { rules: [{ id: 'a', when }] } }).expect(409)), 'flag_limit');
  });

  describe('requirements', () => {
    const requiring = (flag: string, rest: object = {}) => ({ targeting: { rules: [{ id: 'r' }], requires: [{ flag, ...rest }] } });

    it('refuse a cycle, itself and a second level', async () => {
      await create({ flagKey: 'parent' });
      await create({ flagKey: 'child', ...requiring('parent') });
      assert.equal(codeOf(await send(requiring('beta')).expect(409)), 'prerequisite_conflict');
      assert.equal(codeOf(await send(requiring('child')).expect(409)), 'prerequisite_conflict');
      const parent = (body: object) => admin(server).put(path('/parent'), body);
      assert.equal(codeOf(await parent(requiring('child')).expect(409)), 'prerequisite_conflict');
      await create({});
      assert.equal(codeOf(await parent(requiring('beta')).expect(409)), 'prerequisite_conflict');
    });

    it('keep a parent and its named variants', async () => {
      await create({ targeting: { rules: [], variants: VARIANTS } });
      assert.deepEqual(await refused(undefined, { flagKey: 'child', ...requiring('beta', { variants: ['other'] }) }), [
        'targeting.requires[0].variants[0]',
      ]);
      await create({ flagKey: 'child', ...requiring('beta', { variants: ['off'] }) });
      for (const targeting of [null, { rules: [], variants: [VARIANTS[0]] }])
        assert.equal(codeOf(await change({ targeting }).expect(409)), 'in_use');
      const answer = await admin(server).delete(path('/beta')).expect(409);
      assert.deepEqual([codeOf(answer), answer.body.message], ['in_use', 'The flag beta is in use by the flags child.']);
      await admin(server).delete(path('/child')).expect(204);
      await admin(server).delete(path('/beta')).expect(204);
    });
  });

  describe('a PUT that names a version', () => {
    it('changes only the version that was read', async () => {
      const first = await send({}).expect(201);
      const etag = (answer: Response) => String(answer.headers['etag']);
      const read = await admin(server).get(path('/beta')).expect(200);
      assert.match(etag(first), /^"[\w-]{27}"$/);
      assert.equal(etag(read), etag(first));
      const second = await change({ isEnabled: false }, { 'if-match': etag(first) }).expect(200);
      assert.notEqual(etag(second), etag(first));
      const late = await change({ isEnabled: true }, { 'if-match': etag(first) }).expect(412);
      assert.equal(codeOf(late), 'content_changed');
      assert.equal((await admin(server).get(path('/beta'))).body.isEnabled, false);
      await change({ isEnabled: true }, { 'if-match': `"other", ${etag(second)}` }).expect(200);
      await change({ isEnabled: true }, { 'if-match': '*' }).expect(200);
      await change({ isEnabled: true }, { 'if-match': 'no tag' }).expect(400);
    });
  });

  describe('on public reads that tell nothing', () => {
    it('serves what fits everybody, and else off', async () => {
      const rules = {
        rules: [
          { id: 'r', percentage: 99 },
          { id: 'c', when: [CITY] },
        ],
      };
      await create({ flagKey: 'all', targeting: { rules: [{ id: 'r', percentage: 100 }] } });
      await create({ flagKey: 'not', targeting: { rules: [{ id: 'r', when: [{ ...CITY, not: true }] }] } });
      await create({ flagKey: 'some', targeting: rules, config: { kept: 1 } });
      await create({ flagKey: 'other', targeting: { ...rules, otherwise: {} } });
      await create({ flagKey: 'dead', isEnabled: false, targeting: { rules: [{ id: 'r' }] } });
      const value = { limit: 5 };
      await create({
        flagKey: 'typed',
        valueType: 'object',
        config: { limit: 1 },
        targeting: { variants: [{ key: 'a', value, weight: 1 }], rules: [{ id: 'r' }] },
      });
      assert.deepEqual(await shown(), {
        all: { enabled: true, config: null },
        dead: { enabled: false, config: null },
        not: { enabled: true, config: null },
        other: { enabled: true, config: null },
        some: { enabled: false, config: { kept: 1 } },
        typed: { enabled: true, config: value },
      });
    });
  });

  it('is absent from flags that an older release writes', async () => {
    const [app] = await selectRows<{ id: number }>(server.db, 'SELECT id FROM apps WHERE slug = :slug', { slug });
    await execute(
      server.db,
      `INSERT INTO feature_flags (app_id, flag_key, is_enabled, description, config, created_at, updated_at)
       VALUES (:appId, 'old', 1, NULL, NULL, :at, :at)`,
      { appId: app?.id ?? 0, at: new Date('2026-01-01T00:00:00Z') },
    );
    const { body } = await admin(server).get(path('/old')).expect(200);
    assert.deepEqual([body.valueType, body.targeting, body.kind], ['boolean', null, 'release']);
  });
});
