import assert from 'node:assert/strict';
import { codeOf, faultsOf } from '../apps/support.ts';
import { NO_NUMBERS } from '../support/requests/attacks.ts';
import type { TestServer } from '../support/server.ts';
import { type Caller, startFeedbackServer, user } from './support.ts';

const BAD_ITEM_IDS = ['5', 0, -1, 1.5, 2 ** 31, 2 ** 53, 1e300, true, null, [5], {}];
const BAD_ITEM_TYPES = ['Product', 'product ', 'product,store', 'review', '', 5, true, null, ['product'], { $ne: null }];
const BAD_PATH_IDS = [...NO_NUMBERS, '2147483648'];

describe('the input of favorites', () => {
  let server: TestServer;
  let caller: Caller;

  before(async () => {
    server = await startFeedbackServer();
    caller = user(server);
  });
  afterEach(async () => {
    assert.equal((await caller.get('/favorites').expect(200)).body.pagination.total, 0);
  });
  after(() => server.close());

  for (const path of ['/favorites', '/favorites/toggle']) {
    const refused = async (body: unknown) => faultsOf(await caller.post(path, body).expect(400));

    it(`reports every fault of a POST ${path} in one reply`, async () => {
      for (const body of [undefined, {}]) assert.deepEqual(await refused(body), ['itemId', 'itemType']);
      for (const body of [5, 'text', [], null].map((value) => JSON.stringify(value)))
        await caller.post(path).set('Content-Type', 'application/json').send(body).expect(400);
    });

    it(`refuses each bad value in a POST ${path}`, async () => {
      for (const itemId of BAD_ITEM_IDS)
        assert.deepEqual(await refused({ itemId, itemType: 'product' }), ['itemId'], JSON.stringify(itemId));
      for (const itemType of BAD_ITEM_TYPES)
        assert.deepEqual(await refused({ itemId: 1, itemType }), ['itemType'], JSON.stringify(itemType));
    });
  }

  it('accepts only real booleans for desired', async () => {
    for (const desired of ['true', 1, 0, null, [], {}])
      assert.deepEqual(faultsOf(await caller.post('/favorites/toggle', { itemId: 1, itemType: 'product', desired }).expect(400)), [
        'desired',
      ]);
  });

  it('refuses each bad id and type in a path', async () => {
    for (const id of BAD_PATH_IDS) assert.deepEqual(faultsOf(await caller.delete(`/favorites/${id}/product`).expect(400)), ['itemId'], id);
    for (const type of ['Product', 'product%20', 'review', '%00'])
      assert.deepEqual(faultsOf(await caller.delete(`/favorites/1/${type}`).expect(400)), ['itemType'], type);
  });

  it('refuses each bad query parameter of the list', async () => {
    const queries = [
      ...['page=0', 'page=-1', 'page=1.5', 'page=1e2', 'page=abc', 'page=', 'page=1&page=2'].map((query) => ['page', query] as const),
      ...['limit=0', 'limit=-5', 'limit=1e1', 'limit=NaN', 'limit=1&limit=2'].map((query) => ['limit', query] as const),
      ...['itemType=Store', 'itemType=', 'itemType=store&itemType=product'].map((query) => ['itemType', query] as const),
    ];
    for (const [field, query] of queries) assert.deepEqual(faultsOf(await caller.get(`/favorites?${query}`).expect(400)), [field], query);
    const { body } = await caller.get('/favorites?limit=101&page[$gt]=1&__proto__[x]=1').expect(200);
    assert.equal(body.pagination.limit, 100);
  });

  it('answers 405 to methods that do not exist', async () => {
    for (const [path, allow] of [
      ['/favorites', 'GET, HEAD, POST, OPTIONS'],
      ['/favorites/toggle', 'POST, OPTIONS'],
    ] as const) {
      const answer = await caller.put(path, {}).expect(405);
      assert.deepEqual([codeOf(answer), sorted(answer.headers['allow'])], ['method_not_allowed', sorted(allow)]);
    }
  });
});

function sorted(methods: string | undefined): string[] {
  return (methods ?? '').split(', ').toSorted();
}
