import assert from 'node:assert/strict';
import { Favorite } from '../../models/feedback/Favorite.ts';
import { openRace, type Race, type RaceAnswer, type RaceCall, repeat } from '../support/race.ts';
import { tally } from '../support/requests/key-access.ts';
import type { TestServer } from '../support/server.ts';
import { countNamed } from './content-support.ts';
import { type Caller, expectExactCounts, startFeedbackServer, user } from './support.ts';

/** An odd number, so that each round ends with a favorite. */
const AT_ONCE = 31;
const ROUNDS = 10;

interface State {
  readonly isFavorite: boolean;
  readonly favorite: { readonly id: number } | null;
}

describe('concurrent changes of favorites', () => {
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
    await expectExactCounts(server);
    await server.close();
  });

  const statesOf = (answers: readonly RaceAnswer[]) => {
    for (const { status, body } of answers) assert.ok(status === 200 || status === 201, `${status} ${JSON.stringify(body)}`);
    return answers.map(({ body }) => body['data'] as State);
  };
  const rowsOf = (itemId: number) => server.db.model(Favorite).findAll({ where: { projectId: 11, userId: owner.id, itemId } });
  const total = async () => (await owner.get('/favorites').expect(200)).body.pagination.total;

  it('are toggled one after the other, without losses', async () => {
    for (let itemId = 1; itemId <= ROUNDS; itemId += 1) {
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
      assert.deepEqual([left.length, await total(), await countNamed(server, 11, 'favorites')], [1, itemId, itemId]);
    }
  });

  it('leave one row or none after any mixture', async () => {
    const before = await total();
    for (let round = 1; round <= ROUNDS; round += 1) {
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

  it('keep a favorite of each user for a new item', async () => {
    const before = await countNamed(server, 11, 'favorites');
    for (let round = 1; round <= 3; round += 1) {
      const callers = Array.from({ length: 15 }, () => user(server));
      const calls = callers.flatMap(({ token }) =>
        [5_000, 6_000].map(
          (first): RaceCall => ({
            method: 'POST',
            path: '/favorites',
            body: { itemId: first + round, itemType: 'store' },
            headers: { Authorization: `Bearer ${token}` },
          }),
        ),
      );
      assert.deepEqual(tally(await race.run(calls)), { 201: calls.length });
      for (const caller of callers) assert.equal((await caller.get('/favorites').expect(200)).body.pagination.total, 2);
      assert.equal(await countNamed(server, 11, 'favorites'), before + round * 30);
    }
  });
});
