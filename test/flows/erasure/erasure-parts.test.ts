import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { Comment } from '../../../models/feedback/Comment.ts';
import { AuthorBlock } from '../../../models/feedback/moderation/AuthorBlock.ts';
import { Post } from '../../../models/feedback/Post.ts';
import { PostVote } from '../../../models/feedback/PostVote.ts';
import { composeErasure } from '../../../server/boot/services/erasure.ts';
import { ERASED_AT_ONCE } from '../../../server/platform/erasure.ts';
import { eraseDueAccounts } from '../../../server/services/auth/deletion/erasures.ts';
import { recountFeedback } from '../../../server/services/feedback/counts/recount.ts';
import { trendingOf } from '../../../server/services/feedback/posts/post-trending.ts';
import { movableClock, register } from '../../auth/support.ts';
import { expectExactCounts, selectAcrossProjects } from '../../feedback/support.ts';
import { admin, client } from '../../support/requests/client.ts';
import { type ErasureServer, eraseAll, removeAccount, startErasureServer, traceOf } from './erasure-support.ts';

const ROWS = 5_000;
const AT_ONCE = 500;
const VOTES = 20;

describe('the erasure of a user with many rows', () => {
  // the server never sees the end of the grace, so that only the test erases
  const [clock, later] = [movableClock(), movableClock(new Date('2026-07-01T12:00:00.000Z'))];
  let running: ErasureServer;

  before(async () => {
    running = await startErasureServer({ clock });
    await admin(running.server)
      .put('/admin/projects/11', { settings: { accountDeletionDays: 1 } })
      .expect(200);
  });
  after(() => running.close());

  it('takes small transactions, between which others write', async () => {
    const { server, providers } = running;
    const { db, services } = server;
    const [person, other] = [await register(server, providers), await register(server, providers)];
    await fill(person.user.id);
    const voter = client(server, { token: other.tokens.accessToken });
    const [post] = await selectAcrossProjects<{ id: number }>(db, 'SELECT MAX(post_id) AS id FROM post_votes');
    const sizes: Record<string, number[]> = {};
    const deps = composeErasure(services, later);
    const steps = deps.steps.map((step) => ({
      ...step,
      erasePart: async (...args: Parameters<typeof step.erasePart>) => {
        const before = await rowsOf(person.user.id);
        const reached = await step.erasePart(...args);
        const erased = before - (await rowsOf(person.user.id));
        if (erased > 0) sizes[step.name] = [...(sizes[step.name] ?? []), erased];
        return reached;
      },
    }));
    await removeAccount(running, person);
    const votes: Promise<unknown>[] = [];
    let answered = 0;
    const mayContinue = (): boolean => {
      // after a part: the vote is on a post that parts change too
      if (votes.length < VOTES)
        votes.push(
          voter
            .post(`/posts/${post?.id}/vote`, {})
            .expect(200)
            .then(() => (answered += 1)),
        );
      return true;
    };
    // the first run ends when the grace has ended, the second when it waits for requests under way
    for (let run = 0; run < 2; run += 1) await eraseDueAccounts({ ...deps, steps }, mayContinue);
    assert.ok(answered > VOTES / 2, `only ${answered} votes while the erasure ran`);
    await Promise.all(votes);
    for (const name of ['votes', 'comments', 'blocks']) {
      assert.equal(sizes[name]?.length, ROWS / ERASED_AT_ONCE, name);
      assert.ok(
        sizes[name]?.every((size) => size <= ERASED_AT_ONCE),
        name,
      );
    }
    await eraseAll(server, later);
    assert.deepEqual(await traceOf(db, person.user.id), []);
    await expectExactCounts(server);
  });

  /** Votes and comments of the user, and blocks of the user by others; the counters follow. */
  async function fill(userId: string): Promise<void> {
    const { db } = running.server;
    const at = { createdAt: clock.now(), updatedAt: clock.now() };
    for (let first = 1; first <= ROWS; first += AT_ONCE) {
      const ids = Array.from({ length: AT_ONCE }, (_, index) => first + index);
      const idea = { projectId: 11, title: 'Idea', description: 'Please', category: 'other', votesCount: 1, searchKey: 'idea' } as const;
      const trending = trendingOf(1, at.createdAt);
      const posts = ids.map((id) => ({ ...idea, ...at, id, trending, status: 'under_review' as const, userId: 'operator:7' }));
      await db.model(Post).bulkCreate(posts);
      await db.model(PostVote).bulkCreate(ids.map((postId) => ({ projectId: 11, postId, userId, createdAt: clock.now() })));
      const comment = { projectId: 11, entityType: 'post', userId, content: 'Me too', searchKey: 'me too', level: 1, ...at } as const;
      await db.model(Comment).bulkCreate(ids.map(() => ({ ...comment, entityId: 1 })));
      const block = { projectId: 11, authorId: userId, createdAt: clock.now() };
      await db.model(AuthorBlock).bulkCreate(ids.map(() => ({ ...block, userId: randomUUID() })));
    }
    await recountFeedback(db, { repair: true });
  }

  async function rowsOf(userId: string): Promise<number> {
    const count = (table: string, column: string) => `SELECT COUNT(*) FROM ${table} WHERE project_id = 11 AND ${column} = :userId`;
    const sql = `SELECT (${count('post_votes', 'user_id')}) + (${count('comments', 'user_id')}) + (${count('author_blocks', 'author_id')}) AS n`;
    const [row] = await selectAcrossProjects<{ n: number }>(running.server.db, sql, { userId });
    return Number(row?.n);
  }
});
