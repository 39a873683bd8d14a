import assert from 'node:assert/strict';
import { codeOf, faultsOf } from '../../apps/support.ts';
import type { TestServer } from '../../support/server.ts';
import { type CommentTarget, comment, idsOf, list, newItem, newPost } from '../comments/comment-support.ts';
import { type Caller, expectExactCounts, guest, staff, startFeedbackServer, user } from '../support.ts';
import { auditOf, decideComment, listed } from './moderation-support.ts';

describe('the moderation of comments', () => {
  let server: TestServer;
  let author: Caller;
  let moderator: Caller;
  let about: CommentTarget;

  before(async () => {
    server = await startFeedbackServer();
    moderator = staff(server);
  });
  beforeEach(() => {
    author = user(server);
    about = newItem();
  });
  afterEach(() => expectExactCounts(server));
  after(() => server.close());

  const tree = async () => {
    const { data, pagination } = await list(guest(server), about);
    return [idsOf(data), pagination.total];
  };
  const flat = async () => {
    const { data, pagination } = await list(guest(server), about, '&format=flat');
    return [data.map(({ id }) => id), pagination.total];
  };

  describe('PUT /admin/comments/:id/status', () => {
    it('leaves a hidden comment out of lists and counts', async () => {
      about = await newPost(author);
      const [kept, hidden] = [await comment(author, about), await comment(author, about)];
      const post = async () => (await guest(server).get(`/posts/${about.entityId}`).expect(200)).body.data.commentsCount;
      for (const state of ['hidden', 'pending', 'removed']) {
        assert.equal((await decideComment(moderator, hidden.id, `status=${state}`))['moderation'], state);
        assert.deepEqual([await tree(), await flat(), await post()], [[[[kept.id, []]], 1], [[kept.id], 1], 1]);
        await expectExactCounts(server);
      }
      await decideComment(moderator, hidden.id, 'status=visible');
      assert.deepEqual([(await flat())[1], await post()], [2, 2]);
    });

    it('shows a hidden comment with replies as deleted', async () => {
      const top = await comment(author, about);
      const reply = await comment(author, about, { parentId: top.id });
      await decideComment(moderator, top.id, 'status=hidden');
      const [shown] = (await list(guest(server), about)).data;
      assert.deepEqual([shown?.content, shown?.userId, shown?.isDeleted, shown?.repliesCount], [null, null, true, 1]);
      await expectExactCounts(server);
      await decideComment(moderator, reply.id, 'status=hidden');
      assert.deepEqual(
        [await tree(), await flat()],
        [
          [[], 0],
          [[], 0],
        ],
      );
      await expectExactCounts(server);
      await decideComment(moderator, reply.id, 'status=visible');
      assert.deepEqual(await tree(), [[[top.id, [[reply.id, []]]]], 1]);
      await decideComment(moderator, top.id, 'status=visible');
      assert.equal((await list(guest(server), about)).data[0]?.content, 'Yes');
    });

    it('pages over the replies that are shown', async () => {
      const top = await comment(author, about);
      const replies = [];
      for (let index = 0; index < 4; index += 1) replies.push(await comment(author, about, { parentId: top.id }));
      await decideComment(moderator, replies[1]?.id ?? 0, 'status=removed');
      const { data, pagination } = await list(guest(server), about, `&parentId=${top.id}&limit=2&page=2`);
      assert.deepEqual([data.map(({ id }) => id), pagination.total], [[replies[3]?.id], 3]);
      assert.equal((await list(guest(server), about)).data[0]?.repliesCount, 3);
    });

    it('keeps a deleted comment while a hidden reply remains', async () => {
      const top = await comment(author, about);
      const reply = await comment(author, about, { parentId: top.id });
      await decideComment(moderator, reply.id, 'status=hidden');
      await author.delete(`/comments/${top.id}`).expect(200);
      await decideComment(moderator, reply.id, 'status=visible');
      assert.deepEqual(await tree(), [[[top.id, [[reply.id, []]]]], 1]);
      await decideComment(moderator, reply.id, 'status=hidden');
      await author.delete(`/comments/${reply.id}`).expect(200);
      assert.deepEqual(await tree(), [[], 0]);
    });

    it('refuses replies to a hidden comment', async () => {
      const top = await comment(author, about);
      await decideComment(moderator, top.id, 'status=pending');
      const answer = await author.post('/comments', { ...about, content: 'x', parentId: top.id }).expect(400);
      assert.equal(codeOf(answer), 'invalid_parent');
    });

    it('lets the author edit and delete a hidden comment', async () => {
      const hidden = await comment(author, about);
      await decideComment(moderator, hidden.id, 'status=hidden');
      assert.equal(codeOf(await user(server).put(`/comments/${hidden.id}`, { content: 'x' }).expect(404)), 'comment_not_found');
      const { body } = await author.put(`/comments/${hidden.id}`, { content: 'Better' }).expect(200);
      assert.deepEqual([body.data.content, body.data.moderation], ['Better', 'hidden']);
      await author.delete(`/comments/${hidden.id}`).expect(200);
    });

    it('decides with If-Match only on the text that was read', async () => {
      const { id } = await comment(author, about);
      const { contentHash } = (await moderator.get(`/admin/comments?entityType=product&entityId=${about.entityId}`).expect(200)).body
        .data[0];
      await author.put(`/comments/${id}`, { content: 'Changed' }).expect(200);
      const decide = (tag: string) => moderator.put(`/admin/comments/${id}/status?status=hidden`).set('If-Match', `"${tag}"`);
      assert.equal(codeOf(await decide(contentHash).expect(412)), 'content_changed');
      const [row] = (await moderator.get(`/admin/comments?authorId=${author.id}&limit=1`).expect(200)).body.data;
      await decide(row.contentHash).expect(200);
    });

    it('audits each real change of the state once', async () => {
      const { id } = await comment(author, about);
      await decideComment(moderator, id, 'status=visible');
      await decideComment(moderator, id, 'status=hidden&reason=Spam');
      await decideComment(moderator, id, 'status=hidden&reason=Again');
      const details = { before: 'visible', after: 'hidden', reason: 'Spam' };
      assert.deepEqual(await auditOf(server, `comment:${id}`), [{ action: 'comment.moderated', actor: 'operator:7', details }]);
    });

    it('refuses other states and a foreign or deleted comment', async () => {
      const { id } = await comment(author, about);
      assert.deepEqual(faultsOf(await moderator.put(`/admin/comments/${id}/status?status=approved`).expect(400)), ['status']);
      assert.deepEqual(faultsOf(await moderator.put(`/admin/comments/${id}/status`, {}).expect(400)), ['status']);
      const elsewhere = staff(server, { projectId: 12 });
      assert.equal(codeOf(await elsewhere.put(`/admin/comments/${id}/status?status=hidden`).expect(404)), 'comment_not_found');
      await author.delete(`/comments/${id}`).expect(200);
      await moderator.put(`/admin/comments/${id}/status?status=hidden`).expect(404);
    });
  });

  describe('GET /admin/comments/:id', () => {
    it('shows a comment in every state until it is deleted', async () => {
      const { id } = await comment(author, about);
      await decideComment(moderator, id, 'status=hidden');
      const { data } = (await moderator.get(`/admin/comments/${id}`).expect(200)).body;
      assert.deepEqual([data.id, data.moderation, data.userId], [id, 'hidden', author.id]);
      assert.match(data.contentHash, /^[0-9a-f]{64}$/);
      assert.equal(codeOf(await user(server).get(`/admin/comments/${id}`).expect(403)), 'permission_denied');
      assert.equal(codeOf(await staff(server, { projectId: 12 }).get(`/admin/comments/${id}`).expect(404)), 'comment_not_found');
      await author.delete(`/comments/${id}`).expect(200);
      await moderator.get(`/admin/comments/${id}`).expect(404);
    });
  });

  describe('GET /admin/comments', () => {
    it('filters by state, target, author, text and time', async () => {
      const writer = user(server);
      const first = await comment(writer, about, { content: 'Näive ÉTÉ' });
      const second = await comment(author, about, { content: 'Other' });
      await decideComment(moderator, first.id, 'status=pending');
      const found = async (query: string) => (await listed(moderator.get(`/admin/comments?${query}`).expect(200))).ids;
      assert.deepEqual(await found(`authorId=${writer.id}`), [first.id]);
      assert.deepEqual(await found(`entityType=product&entityId=${about.entityId}`), [second.id, first.id]);
      assert.deepEqual(await found('q=naive%20ete'), [first.id]);
      assert.deepEqual(await found(`status=pending&entityType=product&entityId=${about.entityId}`), [first.id]);
      assert.equal((await found('entityType=product&limit=1'))[0], second.id);
      assert.deepEqual(await found('entityType=roadmap'), []);
      const { createdAt } = (await moderator.get(`/admin/comments?authorId=${writer.id}`).expect(200)).body.data[0];
      assert.deepEqual(await found(`authorId=${writer.id}&from=${createdAt}`), [first.id]);
      assert.deepEqual(await found(`authorId=${writer.id}&to=${createdAt}`), []);
      assert.deepEqual(await found('from=2100-01-01T00:00:00Z'), []);
      assert.equal((await found('to=2100-01-01T00:00:00Z&limit=1'))[0], second.id);
    });

    it('counts every comment but the deleted ones', async () => {
      const elsewhere = staff(server, { projectId: 12 });
      const writer = user(server, { projectId: 12 });
      const [one, two] = [await comment(writer, about), await comment(writer, about)];
      await comment(writer, about, { parentId: one.id });
      await decideComment(elsewhere, two.id, 'status=hidden');
      await writer.delete(`/comments/${one.id}`).expect(200);
      assert.equal((await listed(elsewhere.get('/admin/comments').expect(200))).total, 2);
      assert.equal((await listed(elsewhere.get('/admin/comments?status=hidden').expect(200))).total, 1);
      await server.db.sequelize.query('DELETE FROM comments WHERE project_id = 12');
      await server.db.sequelize.query('DELETE FROM comment_threads WHERE project_id = 12');
      await server.db.sequelize.query('DELETE FROM feedback_counts WHERE project_id = 12');
    });
  });
});
