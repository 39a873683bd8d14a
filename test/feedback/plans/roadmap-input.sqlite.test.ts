import assert from 'node:assert/strict';
import { faultsOf } from '../../apps/support.ts';
import { BAD_NAMES, BAD_TEXTS } from '../../apps/values.ts';
import type { TestServer } from '../../support/server.ts';
import { expectNoBadIds, expectNoEmptyUpdate } from '../content-support.ts';
import { type Caller, startFeedbackServer, user } from '../support.ts';

const BAD_DAYS = [
  ...['', 'soon', '2026', '2026-3-1', '2026-03-10T00:00:00Z', '20260310', '2026-W10-2', '10/03/2026', ' 2026-03-10', '2026-03-10\n'],
  ...['2026-02-29', '2026-02-30', '2026-13-01', '2026-00-10', '2026-01-00', '2026-01-32', '1969-12-31', '0000-01-01', '+10000-01-01'],
  ...['10000-01-01', '٢٠٢٦-٠٣-١٠', 20_260_310, 0, true, [], {}],
];
/** Values of each field that create and update both refuse; null is missing where it clears the field. */
const BAD: Readonly<Record<string, readonly unknown[]>> = {
  title: BAD_NAMES,
  description: ['', '  ', ...BAD_TEXTS],
  status: ['Planned', 'planned ', 'planned,completed', 'declined', '', 5, null, ['planned'], { $ne: null }],
  category: ['', '  ', 'x'.repeat(51), 'a\nb', 'a\0', 'a\u202eb', 'a\ud800', 5, ['a'], {}],
  targetDate: BAD_DAYS,
  position: ['5', -1, 0.5, 1_000_001, 2 ** 53, 1e300, true, null, [5], {}],
  postId: ['5', 0, -1, 1.5, 2 ** 53, 1e300, true, [5], {}],
};

describe('the input of the roadmap', () => {
  let server: TestServer;
  let caller: Caller;
  let id: number;

  before(async () => {
    server = await startFeedbackServer();
    caller = user(server);
    id = (await caller.post('/roadmap', { title: 'Dark mode' }).expect(201)).body.data.id;
  });
  afterEach(async () => {
    const { data } = (await caller.get('/roadmap').expect(200)).body;
    assert.deepEqual([data.length, data[0].title, data[0].createdAt.length], [1, 'Dark mode', data[0].updatedAt.length]);
  });
  after(() => server.close());

  for (const [field, values] of Object.entries(BAD)) {
    it(`refuses each bad ${field} on create and on update`, async () => {
      for (const value of values) {
        const shown = JSON.stringify(value)?.slice(0, 100);
        assert.deepEqual(faultsOf(await caller.post('/roadmap', { title: 'x', [field]: value }).expect(400)), [field], shown);
        assert.deepEqual(faultsOf(await caller.put(`/roadmap/${id}`, { [field]: value }).expect(400)), [field], shown);
      }
    });
  }

  it('accepts the first, the last and each leap day', async () => {
    for (const targetDate of ['1970-01-01', '9999-12-31', '2028-02-29', '2000-02-29', '2026-12-31']) {
      const { body } = await caller.put(`/roadmap/${id}`, { targetDate }).expect(200);
      assert.equal(body.data.targetDate, targetDate);
      assert.equal((await caller.get('/roadmap').expect(200)).body.data[0].targetDate, targetDate);
    }
  });

  it('reports every fault in one reply', async () => {
    for (const body of [undefined, {}]) assert.deepEqual(faultsOf(await caller.post('/roadmap', body).expect(400)), ['title']);
    const bad = { title: '', description: '', status: 'x', category: '', targetDate: 'x', position: -1, postId: 0 };
    for (const request of [caller.post('/roadmap', bad), caller.put(`/roadmap/${id}`, bad)])
      assert.deepEqual(faultsOf(await request.expect(400)).toSorted(), Object.keys(bad).toSorted());
  });

  it('refuses an update without any known field', async () => {
    await expectNoEmptyUpdate(caller, `/roadmap/${id}`);
  });

  it('refuses each bad id in a path', async () => {
    await expectNoBadIds(caller, '/roadmap');
  });

  it('refuses each bad query parameter of the list', async () => {
    const bad: Readonly<Record<string, readonly string[]>> = {
      page: ['0', '-1', '1.5', '1e2', 'abc', '', '1&page=2'],
      limit: ['0', '-5', '1e1', 'NaN', '1&limit=2'],
      status: ['Planned', 'declined', '', 'planned&status=completed'],
      category: ['', '%00', 'x'.repeat(51), 'a&category=b'],
    };
    for (const [field, values] of Object.entries(bad))
      for (const value of values) assert.deepEqual(faultsOf(await caller.get(`/roadmap?${field}=${value}`).expect(400)), [field], value);
    const { body } = await caller.get('/roadmap?limit=9007199254740993&sort=title;drop&projectId=12').expect(200);
    assert.deepEqual([body.pagination.limit, body.pagination.total], [100, 1]);
  });
});
