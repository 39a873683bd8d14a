import assert from 'node:assert/strict';
import type { Drift } from '../../server/platform/db/recount.ts';
import { execute } from '../../server/platform/db/sql.ts';
import { recountFeedback } from '../../server/services/feedback/recount.ts';
import type { TestServer } from '../support/server.ts';
import { fillWorld, keptNumbers, plainCounts, TRENDING } from './recount-world.ts';
import { type Caller, expectExactCounts, startFeedbackServer, user } from './support.ts';

describe('recountFeedback', () => {
  let server: TestServer;

  before(async () => {
    server = await startFeedbackServer();
    await fillWorld();
  });

  after(() => server.close());

  const check = () => recountFeedback({ repair: false });

  it('finds every sum that is missing and makes it, as a plain count of the rows says', async () => {
    const expected = await plainCounts();
    const found = await check();
    assert.deepEqual(
      shown(found),
      Object.entries(expected)
        .map(([where, counted]) => `${where}: 0 → ${counted}`)
        .sort(),
    );
    const repaired = await recountFeedback({ repair: true });
    assert.deepEqual(shown(repaired.filter(({ counter }) => counter !== 'posts.trending')), shown(found));
    assert.deepEqual(await check(), []);
    assert.deepEqual(await keptNumbers(), expected);
  });

  for (const [what, sql, expected] of [
    [
      'a post with too few comments',
      'UPDATE posts SET comments_count = -1 WHERE id = 1',
      'posts.comments_count project_id=11 id=1: -1 → 3',
    ],
    ['a post in the wrong place', 'UPDATE posts SET trending = 5 WHERE id = 1', `posts.trending project_id=11 id=1: 5 → ${TRENDING}`],
    [
      'a comment with a wrong count',
      'UPDATE comments SET replies_count = 5 WHERE id = 1',
      'comments.replies_count project_id=11 id=1: 5 → 1',
    ],
    [
      'a comment with too few rows below it',
      'UPDATE comments SET children = 1 WHERE id = 1',
      'comments.children project_id=11 id=1: 1 → 2',
    ],
    [
      'statistics of an item that are gone',
      'DELETE FROM review_stats WHERE item_id = 5 AND project_id = 11',
      'review_stats.rating_4 project_id=11 item_type=product item_id=5: 0 → 1, review_stats.rating_5 project_id=11 item_type=product item_id=5: 0 → 2',
    ],
    [
      'statistics of an item without reviews',
      "INSERT INTO review_stats VALUES (11, 'driver', 99, 0, 0, 7, 0, 0)",
      'review_stats.rating_3 project_id=11 item_type=driver item_id=99: 7 → 0',
    ],
    [
      'a thread of a record that is gone',
      "INSERT INTO comment_threads VALUES (11, 'post', 77, 1, 1, 1)",
      'comment_threads.live project_id=11 entity_type=post entity_id=77: 1 → 0, comment_threads.shown project_id=11 entity_type=post entity_id=77: 1 → 0, comment_threads.top_level project_id=11 entity_type=post entity_id=77: 1 → 0',
    ],
    [
      'a wrong thread',
      "UPDATE comment_threads SET live = 4 WHERE entity_type = 'post' AND entity_id = 1",
      'comment_threads.live project_id=11 entity_type=post entity_id=1: 4 → 3',
    ],
    [
      'an owner of favorites',
      "UPDATE favorite_owners SET total = 0 WHERE user_id = 'u1'",
      'favorite_owners.total project_id=11 user_id=u1: 0 → 2',
    ],
    [
      'a count of the dashboard',
      "UPDATE feedback_counts SET total = total + 1 WHERE project_id = 11 AND name = 'votes'",
      'feedback_counts.total project_id=11 name=votes: 4 → 3',
    ],
    [
      'a count with a name that nothing has',
      "INSERT INTO feedback_counts VALUES (12, 'roadmap:never', 3)",
      'feedback_counts.total project_id=12 name=roadmap:never: 3 → 0',
    ],
  ] as const)
    it(`finds and repairs ${what}`, async () => {
      await execute(sql);
      assert.equal(shown(await check()).join(', '), expected);
      assert.equal(shown(await recountFeedback({ repair: true })).join(', '), expected);
      assert.deepEqual(await check(), []);
    });

  it('repairs the votes of a post, and with them its place among the trending ones', async () => {
    await execute('UPDATE posts SET votes_count = 9, trending = trending + 1 - :was WHERE id = 1', { was: Math.log10(4) });
    assert.equal(shown(await check()).join(', '), 'posts.votes_count project_id=11 id=1: 9 → 3');
    const [place, votes, ...more] = await recountFeedback({ repair: true }).then((drifts) => drifts.toReversed());
    assert.equal(shown([votes as Drift]).join(), 'posts.votes_count project_id=11 id=1: 9 → 3');
    assert.deepEqual([place?.counter, place?.counted, more], ['posts.trending', TRENDING, []]);
    assert.deepEqual(await check(), []);
  });
});

describe('recountFeedback beside writers', () => {
  let server: TestServer;

  before(async () => {
    server = await startFeedbackServer();
  });

  after(() => server.close());

  it('leaves every counter right, whatever is written meanwhile', async () => {
    const people = Array.from({ length: 8 }, () => user(server));
    const [author] = people as [Caller];
    for (let round = 0; round < 5; round += 1) {
      const { body } = await author.post('/posts', { title: 'Dark mode', description: 'Please.', category: 'bug' }).expect(201);
      const { id } = body.data as { id: number };
      await putCountersOff();
      let isWriting = true;
      const writes = Promise.all(people.map((person) => writeAbout(person, id))).finally(() => (isWriting = false));
      while (isWriting) await recountFeedback({ repair: true });
      await writes;
      await expectExactCounts();
    }
  });

  async function putCountersOff(): Promise<void> {
    await execute('UPDATE posts SET votes_count = votes_count + 3, comments_count = comments_count + 2');
    await execute('UPDATE comment_threads SET live = live + 5, shown = shown + 1');
    await execute('UPDATE feedback_counts SET total = total + 7');
    await execute('UPDATE favorite_owners SET total = 90');
    await execute('UPDATE review_stats SET rating_4 = 8');
  }

  async function writeAbout(person: Caller, postId: number): Promise<void> {
    await person.post(`/posts/${postId}/vote`).expect(200);
    await person.post('/comments', { entityType: 'post', entityId: postId, content: 'Yes' }).expect(201);
    await person.post('/favorites/toggle', { itemType: 'store', itemId: postId }).expect(200);
    await person.post('/reviews', { itemType: 'store', itemId: postId, rating: 4 }).expect(201);
    await person.delete(`/posts/${postId}/vote`).expect(200);
  }
});

function shown(drifts: readonly Drift[]): string[] {
  return drifts.map(({ counter, row, kept, counted }) => `${counter} ${row}: ${kept} → ${counted}`).sort();
}
