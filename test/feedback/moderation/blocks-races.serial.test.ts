import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { AuthorBlock } from '../../../models/feedback/moderation/AuthorBlock.ts';
import { openRace, type Race, repeat } from '../../support/race.ts';
import type { TestServer } from '../../support/server.ts';
import { newReview } from '../reviews/review-support.ts';
import { account, type Caller, startFeedbackServer, user } from '../support.ts';

const AT_ONCE = 20;

describe('concurrent blocks', () => {
  let server: TestServer;
  let reader: Caller;
  let race: Race;

  before(async () => {
    server = await startFeedbackServer();
    reader = user(server);
    race = await openRace(server, 2 * AT_ONCE, { Authorization: `Bearer ${reader.token}` });
  });
  after(async () => {
    race.close();
    await server.close();
  });

  it('leave one row after repeated requests at once', async () => {
    const author = (await account(server)).id;
    const answers = await race.run(repeat(AT_ONCE, () => ({ method: 'PUT', path: `/blocks/${author}` })));
    assert.ok(answers.every(({ status }) => status === 200));
    const { body } = await reader.get('/blocks').expect(200);
    assert.equal(body.data.filter(({ authorId }: { authorId: string }) => authorId === author).length, 1);
  });

  it('never exceed the most blocks of a user', async () => {
    const caller = user(server);
    const rows = Array.from({ length: 999 }, () => ({ projectId: 11, userId: caller.id, authorId: randomUUID() }));
    await server.db.model(AuthorBlock).bulkCreate(rows);
    const authors = await Promise.all(Array.from({ length: AT_ONCE }, () => account(server)));
    const own = await openRace(server, AT_ONCE, { Authorization: `Bearer ${caller.token}` });
    const answers = await own.run(authors.map(({ id }) => ({ method: 'PUT', path: `/blocks/${id}` })));
    own.close();
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    assert.equal((await caller.get('/blocks').expect(200)).body.pagination.total, 1_000);
  });

  it('give every list the state before or after', async () => {
    const [blocked, other] = [await account(server), user(server)];
    for (const author of [blocked, other, blocked]) await newReview(author, { itemType: 'store', itemId: 5 });
    const calls = repeat(2 * AT_ONCE, (index) =>
      index % 4 === 0
        ? { method: index % 8 === 0 ? 'PUT' : 'DELETE', path: `/blocks/${blocked.id}` }
        : { method: 'GET', path: '/reviews?itemType=store&itemId=5' },
    );
    for (const { status, body } of await race.run(calls)) {
      assert.equal(status, 200);
      if ('pagination' in body) assert.ok([1, 3].includes((body['pagination'] as { total: number }).total));
    }
    await race.run([{ method: 'PUT', path: `/blocks/${blocked.id}` }]);
    const { body } = await reader.get('/reviews?itemType=store&itemId=5').expect(200);
    assert.deepEqual([body.pagination.total, body.data.length], [1, 1]);
  });
});
