import assert from 'node:assert/strict';
import { Favorite } from '../../models/feedback/Favorite.ts';
import { openRace, type Race, type RaceAnswer, repeat } from '../support/race.ts';
import type { TestServer } from '../support/server.ts';
import { countNamed } from './content-support.ts';
import { type Caller, expectExactCounts, startFeedbackServer, user } from './support.ts';

/** An odd number, so that each round ends with a favorite. */
/** An odd number: what is toggled so often at once is there in the end. */
const AT_ONCE = 31;

interface State {
  readonly isFavorite: boolean;
  readonly favorite: { readonly id: number } | null;
}

describe('favorites that are changed at once', () => {
  let server: TestServer;
  let owner: Caller;
  let race: Race;

  before(async () => {
    server = await startFeedbackServer();
    owner = user(server);
    race = await openRace(server, AT_ONCE, { Authorization: `Bearer ${owner.token}` });
  });
  after(async () => {
    race.close();
    await expectExactCounts();
    await server.close();
  });

  const statesOf = (answers: readonly RaceAnswer[]) => {
    for (const { status, body } of answers) assert.ok(status === 200 || status === 201, `${status} ${JSON.stringify(body)}`);
    return answers.map(({ body }) => body['data'] as State);
  };
  const rowsOf = (itemId: number) => Favorite.findAll({ where: { projectId: 11, userId: owner.id, itemId } });
  const total = async () => (await owner.get('/favorites').expect(200)).body.pagination.total;

  it('are toggled one after the other', async () => {
    for (let itemId = 1; itemId <= 20; itemId += 1) {
      const body = { itemId, itemType: 'product' };
      const states = statesOf(await race.run(repeat(AT_ONCE, () => ({ method: 'POST', path: '/favorites/toggle', body }))));
      const added = states.filter(({ isFavorite }) => isFavorite).map(({ favorite }) => favorite?.id);
      const removed = states.filter(({ isFavorite }) => !isFavorite).map(({ favorite }) => favorite?.id);
      assert.deepEqual([added.length, removed.length, new Set(added).size, new Set(removed).size], [16, 15, 16, 15]);
      const left = added.filter((id) => !removed.includes(id));
      assert.deepEqual(
        (await rowsOf(itemId)).map(({ id }) => id),
        left,
      );
      assert.deepEqual([left.length, await total(), await countNamed(11, 'favorites')], [1, itemId, itemId]);
    }
  });

  it('are there once or not at all, however they are added and removed', async () => {
    const before = await total();
    for (let round = 1; round <= 20; round += 1) {
      const itemId = 1_000 + round;
      const body = { itemId, itemType: 'product' };
      const calls = [
        { method: 'POST', path: '/favorites', body },
        { method: 'DELETE', path: `/favorites/${itemId}/product` },
        { method: 'POST', path: '/favorites/toggle', body },
        { method: 'POST', path: '/favorites/toggle', body: { ...body, desired: round % 2 === 0 } },
      ] as const;
      statesOf(await race.run(repeat(28, (index) => calls[index % calls.length] ?? calls[0])));
      assert.ok((await rowsOf(itemId)).length <= 1);
      await owner.post('/favorites/toggle', { ...body, desired: false }).expect(200);
      assert.deepEqual([(await rowsOf(itemId)).length, await total()], [0, before]);
    }
  });

  it('are those of each user, when many meet on one item for the first time', async () => {
    const before = await countNamed(11, 'favorites');
    for (let round = 1; round <= 3; round += 1) {
      const callers = Array.from({ length: 40 }, () => user(server));
      const answers = await Promise.all(
        callers.flatMap((caller) => [
          caller.post('/favorites', { itemId: 5_000 + round, itemType: 'store' }),
          caller.post('/favorites', { itemId: 6_000 + round, itemType: 'store' }),
        ]),
      );
      for (const { status, body } of answers) assert.equal(status, 201, JSON.stringify(body));
      for (const caller of callers) assert.equal((await caller.get('/favorites').expect(200)).body.pagination.total, 2);
      assert.equal(await countNamed(11, 'favorites'), before + round * 80);
    }
  });
});
