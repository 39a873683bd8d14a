import assert from 'node:assert/strict';
import { App } from '../../../models/apps/App.ts';
import { Segment } from '../../../models/apps/Segment.ts';
import { admin, client } from '../../support/requests/client.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { codeOf, faultsOf, registerApp, withoutIdAndTimes } from '../support.ts';

const RIYADH = [{ attribute: 'city', operator: 'in', values: ['Riyadh'] }];
const ELSEWHERE = [{ ...RIYADH[0], not: true }];

describe('the admin endpoints of segments', () => {
  let server: TestServer;
  let slug: string;

  before(async () => {
    server = await startServer();
  });
  beforeEach(async () => {
    slug = await registerApp(server);
  });
  after(() => server.close());

  const path = (key = '') => `/admin/apps/${slug}/segments${key}`;
  const create = async (body: object) => (await admin(server).post(path(), body).expect(201)).body;
  const createFlag = (segments: string[]) =>
    admin(server).post(`/admin/apps/${slug}/features`, { flagKey: 'beta', isEnabled: true, targeting: { rules: [{ id: 'r', segments }] } });
  const isOn = async () => (await client(server).get(`/apps/${slug}/features`).expect(200)).body.beta.enabled;

  it('create, list, read and delete by key', async () => {
    const [b, a] = [await create({ key: 'b', conditions: RIYADH, name: 'In Riyadh' }), await create({ key: 'a', conditions: ELSEWHERE })];
    assert.deepEqual(withoutIdAndTimes(b), { key: 'b', name: 'In Riyadh', conditions: RIYADH });
    assert.deepEqual((await admin(server).get(path()).expect(200)).body, [a, b]);
    assert.deepEqual((await admin(server).get(path('/b')).expect(200)).body, b);
    assert.equal(codeOf(await admin(server).post(path(), { key: 'b', conditions: RIYADH }).expect(409)), 'segment_key_exists');
    await create({ key: 'B', conditions: RIYADH });
    await admin(server).delete(path('/b')).expect(204);
    for (const answer of [
      await admin(server).get(path('/b')),
      await admin(server).put(path('/b'), { name: 'x' }),
      await admin(server).delete(path('/b')),
    ])
      assert.deepEqual([answer.status, codeOf(answer)], [404, 'segment_not_found']);
  });

  it('refuse bad keys and conditions with their paths', async () => {
    const fields = async (body: object) => faultsOf(await admin(server).post(path(), body).expect(400));
    assert.deepEqual(await fields({}), ['key', 'conditions']);
    assert.deepEqual(await fields({ key: 'a b', conditions: [] }), ['key', 'conditions']);
    assert.deepEqual(await fields({ key: 'a', conditions: [{ ...RIYADH[0], operator: 'near' }] }), ['conditions[0].operator']);
    const number = { attribute: 'age', operator: 'num_gt', values: ['old'] };
    assert.deepEqual(await fields({ key: 'a', conditions: [number] }), ['conditions[0].values[0]']);
    await create({ key: 'a', conditions: RIYADH });
    assert.deepEqual(
      faultsOf(
        await admin(server)
          .put(path('/a'), { conditions: [number] })
          .expect(400),
      ),
      ['conditions[0].values[0]'],
    );
    assert.deepEqual(faultsOf(await admin(server).put(path('/a'), {}).expect(400)), ['body']);
  });

  it('change the rules that name them at once', async () => {
    await create({ key: 'people', conditions: RIYADH });
    await createFlag(['people']).expect(201);
    assert.equal(await isOn(), false);
    const { body } = await admin(server).put(path('/people'), { conditions: ELSEWHERE }).expect(200);
    assert.deepEqual(body.conditions, ELSEWHERE);
    assert.equal(await isOn(), true);
  });

  it('stay while a rule names them', async () => {
    await create({ key: 'people', conditions: RIYADH });
    await createFlag(['people']).expect(201);
    const answer = await admin(server).delete(path('/people')).expect(409);
    assert.deepEqual([codeOf(answer), answer.body.message], ['in_use', 'The segment people is in use by the flags beta.']);
    await admin(server).delete(`/admin/apps/${slug}/features/beta`).expect(204);
    await admin(server).delete(path('/people')).expect(204);
  });

  it('honour If-Match with the ETag of each answer', async () => {
    const created = await admin(server).post(path(), { key: 'a', conditions: RIYADH }).expect(201);
    const tag = String(created.headers['etag']);
    assert.equal((await admin(server).get(path('/a'))).headers['etag'], tag);
    const put = (name: string) => admin(server).put(path('/a'), { name }).set('If-Match', tag);
    assert.notEqual((await put('first').expect(200)).headers['etag'], tag);
    assert.equal(codeOf(await put('second').expect(412)), 'content_changed');
  });

  it('are limited in number for each app', async () => {
    const { id: appId } = await server.db.model(App).findOne({ where: { slug }, rejectOnEmpty: true });
    const conditions = JSON.stringify(RIYADH);
    await server.db.model(Segment).bulkCreate(Array.from({ length: 200 }, (_, index) => ({ appId, segmentKey: `s${index}`, conditions })));
    assert.equal(codeOf(await admin(server).post(path(), { key: 'more', conditions: RIYADH }).expect(409)), 'segment_limit');
  });
});
