import assert from 'node:assert/strict';
import { inTransaction } from '../../../server/platform/db/transactions/transaction.ts';
import { feedbackErasure } from '../../../server/services/feedback/erasure/erasure-steps.ts';
import { trendingOf } from '../../../server/services/feedback/posts/post-trending.ts';
import { codeOf } from '../../apps/support.ts';
import type { TestServer } from '../../support/server.ts';
import { type Caller, expectExactCounts, guest, staff, startFeedbackServer, user } from '../support.ts';
import { countPostStatements, countsOf, newPost, storedPost, votersOf } from './post-support.ts';

describe('votes', () => {
  let server: TestServer;
  let author: Caller;
  let id: number;

  before(async () => {
    server = await startFeedbackServer();
    author = user(server);
  });
  beforeEach(async () => {
    ({ id } = await newPost(author));
  });
  after(async () => {
    await expectExactCounts(server);
    await server.close();
  });

  const vote = async (voter: Caller) => (await voter.post(`/posts/${id}/vote`).expect(200)).body;
  const withdraw = async (voter: Caller) => (await voter.delete(`/posts/${id}/vote`).expect(200)).body;
  const move = (status: string) => staff(server).put(`/admin/posts/${id}/status?status=${status}`).expect(200);
  describe('POST /posts/:id/vote', () => {
    it('counts a vote on the post and project', async () => {
      const before = (await countsOf(server, 11))['votes'] ?? 0;
      assert.deepEqual(await vote(author), { success: true, message: 'Vote counted.', data: { postId: id, voted: true, votesCount: 1 } });
      assert.deepEqual((await vote(user(server))).data, { postId: id, voted: true, votesCount: 2 });
      assert.deepEqual((await votersOf(server, id)).length, 2);
      assert.equal((await countsOf(server, 11))['votes'], before + 2);
      assert.equal((await guest(server).get(`/posts/${id}`).expect(200)).body.data.votesCount, 2);
    });

    it('counts a repeated vote once', async () => {
      const first = await vote(author);
      const before = await countsOf(server, 11);
      assert.deepEqual(await vote(author), first);
      assert.deepEqual([await votersOf(server, id), await countsOf(server, 11)], [[author.id], before]);
    });

    it('does not mark the post as edited', async () => {
      const shown = async () => (await guest(server).get(`/posts/${id}`).expect(200)).body.data;
      const { votesCount: _before, ...before } = await shown();
      await vote(author);
      const { votesCount: _after, ...after } = await shown();
      assert.deepEqual(after, before);
    });

    it('keeps users and operators with one id apart', async () => {
      await vote(staff(server, { operatorId: 5 }));
      await vote(staff(server, { operatorId: 6 }));
      await vote(author);
      assert.deepEqual(await votersOf(server, id), [author.id, 'operator:5', 'operator:6'].toSorted());
    });

    it('updates the trending rank with every vote', async () => {
      const kept = async () => {
        const post = await storedPost(server, id);
        assert.ok(post !== null);
        return [post.trending, trendingOf(post.votesCount, post.createdAt)] as const;
      };
      for (const change of [vote, vote, withdraw]) {
        await change(author);
        const [trending, expected] = await kept();
        assert.equal(trending, expected);
      }
      const [withoutVotes] = await kept();
      await vote(author);
      const [withOne] = await kept();
      assert.ok(withOne > withoutVotes);
    });

    for (const status of ['completed', 'declined'])
      it(`refuses only new votes for a post that is ${status}`, async () => {
        await vote(author);
        await move(status);
        const late = user(server);
        assert.equal(codeOf(await late.post(`/posts/${id}/vote`).expect(409)), 'voting_closed');
        assert.deepEqual((await vote(author)).data, { postId: id, voted: true, votesCount: 1 });
        assert.deepEqual((await withdraw(late)).data, { postId: id, voted: false, votesCount: 1 });
        assert.deepEqual((await withdraw(author)).data, { postId: id, voted: false, votesCount: 0 });
        assert.equal(codeOf(await author.post(`/posts/${id}/vote`).expect(409)), 'voting_closed');
        await move('in_progress');
        await vote(author);
      });

    it('requires a signed-in caller of the post’s project', async () => {
      assert.equal(codeOf(await guest(server).post(`/posts/${id}/vote`).expect(401)), 'not_authenticated');
      const other = user(server, { projectId: 12, userId: author.id });
      assert.equal(codeOf(await other.post(`/posts/${id}/vote`).expect(404)), 'post_not_found');
      assert.equal(codeOf(await author.post('/posts/2147483647/vote').expect(404)), 'post_not_found');
      assert.equal(codeOf(await author.post(`/posts/${id}/vote`).set('X-Project-ID', '12').expect(403)), 'project_mismatch');
      assert.deepEqual(await votersOf(server, id), []);
    });

    it('needs few statements, and fewer for a repetition', async () => {
      const countOf = (change: typeof vote) => countPostStatements(server, () => change(author));
      for (const change of [vote, withdraw]) {
        const [first, repeated] = [await countOf(change), await countOf(change)];
        assert.ok(first <= 6, `${first} statements`);
        assert.equal(repeated, 2);
      }
    });
  });

  describe('DELETE /posts/:id/vote', () => {
    it('withdraws only the caller’s own vote', async () => {
      const other = user(server);
      await vote(author);
      await vote(other);
      assert.deepEqual(await withdraw(other), {
        success: true,
        message: 'Vote withdrawn.',
        data: { postId: id, voted: false, votesCount: 1 },
      });
      assert.deepEqual(await votersOf(server, id), [author.id]);
    });

    it('changes nothing where there is no vote', async () => {
      await vote(author);
      const before = await countsOf(server, 11);
      for (const _ of [1, 2]) assert.deepEqual((await withdraw(user(server))).data, { postId: id, voted: false, votesCount: 1 });
      assert.deepEqual([await votersOf(server, id), await countsOf(server, 11)], [[author.id], before]);
    });

    it('requires a signed-in caller of the post’s project', async () => {
      await vote(author);
      assert.equal(codeOf(await guest(server).delete(`/posts/${id}/vote`).expect(401)), 'not_authenticated');
      const other = user(server, { projectId: 12, userId: author.id });
      assert.equal(codeOf(await other.delete(`/posts/${id}/vote`).expect(404)), 'post_not_found');
      assert.deepEqual(await votersOf(server, id), [author.id]);
    });
  });

  describe('the erasure of a voter', () => {
    it('uncounts the vote for a post hidden since', async () => {
      const voter = user(server);
      await vote(voter);
      const items = [{ entityType: 'post', id, status: 'hidden' }];
      await staff(server).post('/admin/moderation/decisions', { items }).expect(200);
      const step = feedbackErasure(server.services.feedback).find(({ name }) => name === 'votes');
      const person = { userId: voter.id, projectId: 11, email: null, isEmailProved: false, content: 'delete', now: new Date() } as const;
      await inTransaction(server.db, async () => step?.erasePart(person, ''));
      assert.deepEqual(await votersOf(server, id), []);
      await expectExactCounts(server);
    });
  });
});
