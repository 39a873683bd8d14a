import assert from 'node:assert/strict';
import { until } from '../../support/programs/process.ts';
import type { TestServer } from '../../support/server.ts';
import { type Caller, executeAcrossProjects, selectAcrossProjects, staff, startFeedbackServer, user } from '../support.ts';

const VOTERS = 100_000;
const AT_ONCE = 5_000;
/** A vote waits for no more than the chunk under way. */
const LONGEST_VOTE_MS = 2_000;

describe('a post with a hundred thousand voters', () => {
  let server: TestServer;
  let author: Caller;
  let moderator: Caller;
  let postId: number;

  before(async () => {
    server = await startFeedbackServer();
    author = user(server);
    moderator = staff(server);
    const post = { title: 'Dark mode', description: 'Please', category: 'feature' };
    postId = (await author.post('/posts', post).expect(201)).body.data.id;
    for (let from = 0; from < VOTERS; from += AT_ONCE) {
      const rows = Array.from({ length: AT_ONCE }, (_, index) => [postId, idOf(from + index), 11, new Date()]);
      await executeAcrossProjects(server.db, 'INSERT INTO post_votes (post_id, user_id, project_id, created_at) VALUES :rows', { rows });
    }
    await executeAcrossProjects(server.db, 'UPDATE posts SET votes_count = :VOTERS WHERE id = :postId', { VOTERS, postId });
  });
  after(() => server.close());

  const idOf = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
  const itemsOf = async (type: string): Promise<number> =>
    Number(
      (
        await selectAcrossProjects<{ total: number }>(server.db, 'SELECT COUNT(*) AS total FROM inbox_items WHERE type = :type', {
          type,
        })
      )[0]?.total,
    );
  /** Votes until the broadcast ends. Resolves to the longest time of a vote and the number of those who voted. */
  const voteMeanwhile = async (): Promise<{ longestMs: number; votes: number }> => {
    const isDone = async () => (await selectAcrossProjects(server.db, 'SELECT id FROM mail_broadcasts WHERE done_at IS NULL')).length === 0;
    let [longestMs, votes] = [0, 0];
    while (!(await isDone())) {
      const start = performance.now();
      await user(server).post(`/posts/${postId}/vote`, {}).expect(200);
      longestMs = Math.max(longestMs, performance.now() - start);
      votes += 1;
    }
    return { longestMs, votes };
  };

  it('hears in chunks while votes go on', async () => {
    const fields = { title: 'Done', content: 'Text', linkedPostIds: [postId] };
    const { body } = await moderator.post('/changelog?dryRun=true', fields).expect(200);
    assert.deepEqual(body, { posts: 1, subscribers: VOTERS + 1, mails: 0, inbox: VOTERS + 1 });
    await moderator.put(`/admin/posts/${postId}/status?status=planned`).expect(200);
    const { longestMs, votes } = await voteMeanwhile();
    assert.ok(votes > 20, `${votes} votes`);
    assert.ok(longestMs < LONGEST_VOTE_MS, `a vote took ${longestMs} ms`);
    const items = await itemsOf('post.status');
    // those who voted behind the chunk under way heard too
    assert.ok(items > VOTERS && items <= VOTERS + 1 + votes, String(items));
    await moderator.post('/changelog', fields).expect(201);
    await until(
      async () => (await itemsOf('changelog.published')) === VOTERS + 1 + votes,
      () => '',
      120_000,
    );
  });
});
