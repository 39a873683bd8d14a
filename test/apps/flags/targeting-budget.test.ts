import assert from 'node:assert/strict';
import type { Response } from 'supertest';
import { App } from '../../../models/apps/App.ts';
import { Segment } from '../../../models/apps/Segment.ts';
import { MAX_COMPARISONS } from '../../../server/domain/flags/conditions/comparisons.ts';
import { admin } from '../../support/requests/client.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { codeOf, registerApp } from '../support.ts';
import { UndoScene } from '../undo/undo-scene.ts';

/** The values of one segment. */
const PART = 10_000;
const valuesOf = (count: number, mark = 'v') => Array.from({ length: count }, (_, index) => `${mark}${index}`);
const conditionsOf = (count: number) =>
  Array.from({ length: Math.ceil(count / 1_000) }, (_, index) => ({
    attribute: 'city',
    operator: 'contains',
    values: valuesOf(Math.min(1_000, count - index * 1_000)),
  }));

describe('the budget of comparisons of an app', () => {
  let server: TestServer;
  let slug: string;

  before(async () => {
    server = await startServer();
  });
  beforeEach(async () => {
    slug = await registerApp(server);
    const { id: appId } = await server.db.model(App).findOne({ where: { slug }, rejectOnEmpty: true });
    const conditions = JSON.stringify(conditionsOf(PART));
    const keys = Array.from({ length: MAX_COMPARISONS / PART - 1 }, (_, index) => `s${index}`);
    await server.db.model(Segment).bulkCreate(keys.map((segmentKey) => ({ appId, segmentKey, conditions })));
  });
  after(() => server.close());

  const path = (rest: string, of = slug) => `/admin/apps/${of}${rest}`;
  const segment = (key: string, count: number, of = slug) =>
    admin(server).post(path('/segments', of), { key, conditions: conditionsOf(count) });
  const targeting = (count: number, segments: string[] = []) => ({ rules: [{ id: 'r', when: conditionsOf(count), segments }] });
  const flag = (flagKey: string, count: number, of = slug) =>
    admin(server).post(path('/features', of), { flagKey, targeting: targeting(count) });
  const refused = (answer: Response) => {
    assert.deepEqual([answer.status, codeOf(answer)], [409, 'targeting_too_large']);
    assert.match(answer.body.message, /at most 100000 values/);
  };

  it('is for the values of all segments and rules together', async () => {
    await flag('a', 4_000).expect(201);
    refused(await segment('more', 6_001));
    await segment('more', 5_999).expect(201);
    refused(await flag('b', 2));
    refused(await segment('again', 2));
    // a rule counts as one, and the segments that it names do not count again
    await admin(server)
      .post(path('/features'), { flagKey: 'c', targeting: targeting(0, ['more', 's0']) })
      .expect(201);
    refused(await flag('d', 0));
  });

  it('bounds the lengths that contains searches for', async () => {
    const other = await registerApp(server);
    const search = (attribute: string, lengths: number, ignoreCase = false) => [
      { attribute, operator: 'contains', values: Array.from({ length: lengths }, (_, index) => 'x'.repeat(index + 1)), ignoreCase },
    ];
    const create = (key: string, conditions: object[]) => admin(server).post(path('/segments', other), { key, conditions });
    await create('a', search('city', 200)).expect(201);
    await create('same', search('city', 200)).expect(201);
    await create('b', search('city', 200, true)).expect(201);
    const answer = await create('c', search('note', 101));
    assert.deepEqual([answer.status, codeOf(answer)], [409, 'targeting_too_large']);
    assert.match(answer.body.message, /at most 500 different lengths.* makes them 501/);
    await create('c', search('note', 100)).expect(201);
    const rules = [{ id: 'r', when: search('page', 1) }];
    const flags = path('/features', other);
    assert.equal((await admin(server).post(flags, { flagKey: 'f', targeting: { rules } })).status, 409);
    await admin(server)
      .post(flags, { flagKey: 'f', targeting: { rules: [{ id: 'r', when: search('city', 3) }] } })
      .expect(201);
  });

  it('counts on every write that adds any', async () => {
    await segment('last', PART - 1).expect(201);
    await flag('a', 0).expect(201);
    refused(await admin(server).put(path('/features/a'), { targeting: targeting(2) }));
    refused(await admin(server).put(path('/features/a?dryRun=true'), { targeting: targeting(2) }));
    refused(await admin(server).put(path('/segments/last'), { conditions: conditionsOf(PART) }));
    await admin(server)
      .put(path('/segments/last'), { conditions: conditionsOf(PART - 2) })
      .expect(200);
    await admin(server)
      .put(path('/features/a'), { targeting: targeting(2), isEnabled: true })
      .expect(200);
  });

  it('counts on copies and undone deletions', async () => {
    const other = await registerApp(server);
    await segment('mine', PART + 1_000, other).expect(201);
    await admin(server)
      .post(path('/features', other), { flagKey: 'x', targeting: targeting(0, ['mine']) })
      .expect(201);
    refused(await admin(server).post(path('/features/copy'), { from: other }));
    await admin(server).delete(path('/segments/s0')).expect(204);
    const scene = new UndoScene(server, slug);
    const deletion = (await scene.last()).id;
    await admin(server).post(path('/features/copy'), { from: other }).expect(200);
    refused(await scene.undo(deletion));
  });

  it('lets an app above it go on, but not up', async () => {
    // as a release without the budget left it
    const conditions = JSON.stringify(conditionsOf(PART * 2));
    await server.db.model(Segment).update({ conditions }, { where: { segmentKey: ['s0', 's1'] } });
    await admin(server).put(path('/segments/s0'), { name: 'Large' }).expect(200);
    await admin(server)
      .put(path('/segments/s0'), { conditions: conditionsOf(PART * 2) })
      .expect(200);
    await admin(server)
      .post(path('/features'), { flagKey: 'a', targeting: { rules: [] } })
      .expect(201);
    refused(await flag('b', 0));
    refused(await admin(server).put(path('/segments/s2'), { conditions: conditionsOf(PART + 1) }));
  });
});
