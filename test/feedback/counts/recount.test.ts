import assert from 'node:assert/strict';
import type { Drift } from '../../../server/platform/db/records/recount-steps.ts';
import { recountFeedback } from '../../../server/services/feedback/counts/recount.ts';
import type { TestServer } from '../../support/server.ts';
import { executeAcrossProjects, startFeedbackServer } from '../support.ts';
import { expectedSums, insertRows, storedSums, TRENDING } from './recount-rows.ts';

describe('recountFeedback', () => {
  let server: TestServer;

  before(async () => {
    server = await startFeedbackServer();
    await insertRows(server.db);
  });

  after(() => server.close());

  const check = () => recountFeedback(server.db, { repair: false });

  it('creates every missing sum as a plain count does', async () => {
    const expected = await expectedSums(server.db);
    const found = await check();
    assert.deepEqual(
      shown(found),
      Object.entries(expected)
        .map(([where, counted]) => `${where}: 0 → ${counted}`)
        .sort(),
    );
    const repaired = await recountFeedback(server.db, { repair: true });
    assert.deepEqual(shown(repaired.filter(({ counter }) => counter !== 'posts.trending')), shown(found));
    assert.deepEqual(await check(), []);
    assert.deepEqual(await storedSums(server.db), expected);
  });

  for (const [what, sql, expected] of [
    [
      'a post with too few comments',
      'UPDATE posts SET comments_count = -1 WHERE id = 1',
      'posts.comments_count project_id=11 id=1: -1 → 4',
    ],
    [
      'a post with a wrong trending rank',
      'UPDATE posts SET trending = 5 WHERE id = 1',
      `posts.trending project_id=11 id=1: 5 → ${TRENDING}`,
    ],
    [
      'a comment with a wrong count',
      'UPDATE comments SET replies_count = 5 WHERE id = 1',
      'comments.replies_count project_id=11 id=1: 5 → 1',
    ],
    ['a comment with too few children', 'UPDATE comments SET children = 1 WHERE id = 1', 'comments.children project_id=11 id=1: 1 → 2'],
    [
      'missing statistics of an item',
      'DELETE FROM review_stats WHERE item_id = 5 AND project_id = 11',
      'review_stats.rating_4 project_id=11 item_type=product item_id=5: 0 → 1, review_stats.rating_5 project_id=11 item_type=product item_id=5: 0 → 2',
    ],
    [
      'statistics of an item without reviews',
      "INSERT INTO review_stats VALUES (11, 'driver', 99, 0, 0, 7, 0, 0)",
      'review_stats.rating_3 project_id=11 item_type=driver item_id=99: 7 → 0',
    ],
    [
      'a thread of a deleted record',
      "INSERT INTO comment_threads (project_id, entity_type, entity_id, live, top_level, shown) VALUES (11, 'post', 77, 1, 1, 1)",
      'comment_threads.live project_id=11 entity_type=post entity_id=77: 1 → 0, comment_threads.shown project_id=11 entity_type=post entity_id=77: 1 → 0, comment_threads.top_level project_id=11 entity_type=post entity_id=77: 1 → 0',
    ],
    [
      'a thread with a wrong count',
      "UPDATE comment_threads SET live = 7 WHERE entity_type = 'post' AND entity_id = 1",
      'comment_threads.live project_id=11 entity_type=post entity_id=1: 7 → 4',
    ],
    [
      'a wrong total of favorites',
      "UPDATE favorite_owners SET total = 0 WHERE user_id = 'u1'",
      'favorite_owners.total project_id=11 user_id=u1: 0 → 2',
    ],
    [
      'a wrong count of the dashboard',
      "UPDATE feedback_counts SET total = total + 1 WHERE project_id = 11 AND name = 'votes'",
      'feedback_counts.total project_id=11 name=votes: 4 → 3',
    ],
    [
      'a day with a wrong number of reviews',
      "UPDATE daily_counts SET reviews = reviews - 2 WHERE project_id = 11 AND day = '2026-11-20'",
      'daily_counts.reviews project_id=11 day=2026-11-20: 3 → 5',
    ],
    [
      'a day with a vote too few',
      "UPDATE daily_counts SET votes = votes - 1 WHERE project_id = 11 AND day = '2026-11-20'",
      'daily_counts.votes project_id=11 day=2026-11-20: 4 → 5',
    ],
    [
      'a count of an unknown name',
      "INSERT INTO feedback_counts (project_id, name, total) VALUES (12, 'roadmap:never', 3)",
      'feedback_counts.total project_id=12 name=roadmap:never: 3 → 0',
    ],
  ] as const)
    it(`finds and repairs ${what}`, async () => {
      await executeAcrossProjects(server.db, sql);
      assert.equal(shown(await check()).join(', '), expected);
      assert.equal(shown(await recountFeedback(server.db, { repair: true })).join(', '), expected);
      assert.deepEqual(await check(), []);
    });

  it('accepts votes of a day whose rows are gone', async () => {
    await executeAcrossProjects(server.db, "UPDATE daily_counts SET votes = votes + 2 WHERE project_id = 11 AND day = '2026-11-20'");
    assert.deepEqual(await check(), []);
  });

  it('repairs the votes of a post and its trending rank', async () => {
    await executeAcrossProjects(server.db, 'UPDATE posts SET votes_count = 9, trending = trending + 1 - :was WHERE id = 1', {
      was: Math.log10(4),
    });
    assert.equal(shown(await check()).join(', '), 'posts.votes_count project_id=11 id=1: 9 → 3');
    const [place, votes, ...more] = await recountFeedback(server.db, { repair: true }).then((drifts) => drifts.toReversed());
    assert.equal(shown([votes as Drift]).join(), 'posts.votes_count project_id=11 id=1: 9 → 3');
    assert.deepEqual([place?.counter, place?.counted, more], ['posts.trending', TRENDING, []]);
    assert.deepEqual(await check(), []);
  });
});

function shown(drifts: readonly Drift[]): string[] {
  return drifts.map(({ counter, row, kept, counted }) => `${counter} ${row}: ${kept} → ${counted}`).sort();
}
