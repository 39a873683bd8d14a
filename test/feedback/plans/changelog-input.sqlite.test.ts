import assert from 'node:assert/strict';
import { faultsOf } from '../../apps/support.ts';
import { BAD_INSTANTS, BAD_NAMES, BAD_TEXTS } from '../../apps/values.ts';
import type { TestServer } from '../../support/server.ts';
import { expectNoBadIds, expectNoEmptyUpdate } from '../content-support.ts';
import { type Caller, startFeedbackServer, user } from '../support.ts';

const ENTRY = { title: '2.0', content: 'New' };
const NO_TEXTS = ['', ' \n\t ', ...BAD_TEXTS];
const without = (values: readonly unknown[]) => values.filter((value) => value !== null);
/** Values of each field that create and update both refuse; null is missing where it clears the field. */
const BAD: Readonly<Record<string, readonly unknown[]>> = {
  title: BAD_NAMES,
  content: [...NO_TEXTS, null],
  titleAr: without(BAD_NAMES),
  contentAr: NO_TEXTS,
  version: ['', '  ', 'x'.repeat(65), 'a\nb', 'a\0', 'a\u202eb', 2, true, ['1'], {}],
  type: ['Added', 'added ', 'added,fixed', 'broken', '', 5, null, ['added'], { $ne: null }],
  publishedAt: [...BAD_INSTANTS, null],
  linkedPostIds: [5, '5', '[5]', null, {}, true, 'x', Array.from({ length: 51 }, (_, index) => index + 1)],
};

describe('the input of the changelog', () => {
  let server: TestServer;
  let caller: Caller;
  let id: number;

  before(async () => {
    server = await startFeedbackServer();
    caller = user(server);
    id = (await caller.post('/changelog', ENTRY).expect(201)).body.data.id;
  });
  afterEach(async () => {
    const { data } = (await caller.get('/changelog').expect(200)).body;
    assert.deepEqual([data.length, data[0].title, data[0].content], [1, '2.0', 'New']);
  });
  after(() => server.close());

  for (const [field, values] of Object.entries(BAD)) {
    it(`refuses each bad ${field} on create and on update`, async () => {
      for (const value of values) {
        const shown = JSON.stringify(value)?.slice(0, 100);
        assert.deepEqual(faultsOf(await caller.post('/changelog', { ...ENTRY, [field]: value }).expect(400)), [field], shown);
        assert.deepEqual(faultsOf(await caller.put(`/changelog/${id}`, { [field]: value }).expect(400)), [field], shown);
      }
    });
  }

  it('names the linked post with an invalid id', async () => {
    for (const bad of ['5', 0, -1, 1.5, 2 ** 53, true, null, [5], {}]) {
      const body = { ...ENTRY, linkedPostIds: [1, bad] };
      assert.deepEqual(faultsOf(await caller.post('/changelog', body).expect(400)), ['linkedPostIds[1]'], JSON.stringify(bad));
    }
  });

  it('reports every fault in one reply', async () => {
    for (const body of [undefined, {}]) assert.deepEqual(faultsOf(await caller.post('/changelog', body).expect(400)), ['title', 'content']);
    const bad = { title: '', content: '', type: 'x', version: '', titleAr: '', contentAr: '', publishedAt: 'x', linkedPostIds: 'x' };
    for (const request of [caller.post('/changelog', bad), caller.put(`/changelog/${id}`, bad)])
      assert.deepEqual(faultsOf(await request.expect(400)).toSorted(), Object.keys(bad).toSorted());
  });

  it('refuses an update without any known field', async () => {
    await expectNoEmptyUpdate(caller, `/changelog/${id}`);
  });

  it('refuses each bad id in a path', async () => {
    await expectNoBadIds(caller, '/changelog');
  });

  it('refuses each bad query parameter of the list', async () => {
    const bad: Readonly<Record<string, readonly string[]>> = {
      page: ['0', '-1', '1.5', '1e2', 'abc', '', '1&page=2'],
      limit: ['0', '-5', '1e1', 'NaN', '1&limit=2'],
      type: ['Added', 'broken', '', 'added&type=fixed'],
    };
    for (const [field, values] of Object.entries(bad))
      for (const value of values) assert.deepEqual(faultsOf(await caller.get(`/changelog?${field}=${value}`).expect(400)), [field], value);
    const { body } = await caller
      .get(
        '/changelog?limit=9999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999&sort=id,sleep(5)&publishedAt=9999-01-01',
      )
      .expect(200);
    assert.deepEqual([body.pagination.limit, body.pagination.total], [100, 1]);
  });
});
