import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { feedbackErasure } from '../../../server/services/feedback/erasure/erasure-steps.ts';
import { nextReaders, READERS_AT_ONCE, type ReaderRole } from '../../../server/services/feedback/readers/next-readers.ts';
import { execute } from '../../support/databases/sql.ts';
import type { TestServer } from '../../support/server.ts';
import { newPost } from '../posts/post-support.ts';
import { type Caller, expectExactCounts, guest, selectAcrossProjects, staff, startFeedbackServer, user } from '../support.ts';

describe('subscriptions of posts', () => {
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

  const isShown = async (reader: Caller): Promise<unknown> => (await reader.get(`/posts/${id}`).expect(200)).body.data.subscribed;
  const follow = async (reader: Caller) => (await reader.put(`/posts/${id}/subscription`).expect(200)).body;
  const unfollow = async (reader: Caller) => (await reader.delete(`/posts/${id}/subscription`).expect(200)).body;
  const vote = (reader: Caller) => reader.post(`/posts/${id}/vote`).expect(200);
  const comment = (reader: Caller, on = id) =>
    reader.post('/comments', { entityType: 'post', entityId: on, content: 'Me too' }).expect(201);
  const rowsOf = (postId = id) =>
    selectAcrossProjects<{ user_id: string }>(server.db, 'SELECT * FROM post_subscriptions WHERE post_id = :postId', { postId });
  async function readersOf(...postIds: number[]): Promise<Record<string, ReaderRole>> {
    const { readers, isLast } = await nextReaders(server.db, { projectId: 11, postIds, after: '' });
    assert.ok(isLast);
    return Object.fromEntries(readers.map(({ userId, role }) => [userId, role]));
  }

  describe('GET /posts/:id', () => {
    it('says it to callers with a token only', async () => {
      assert.deepEqual([await isShown(author), await isShown(user(server)), await isShown(staff(server))], [true, false, false]);
      assert.ok(!('subscribed' in (await guest(server).get(`/posts/${id}`).expect(200)).body.data));
      assert.ok(!('subscribed' in (await author.get('/posts?mine=true').expect(200)).body.data[0]));
    });

    it('counts a vote until it is withdrawn', async () => {
      const voter = user(server);
      await vote(voter);
      assert.equal(await isShown(voter), true);
      await voter.delete(`/posts/${id}/vote`).expect(200);
      assert.equal(await isShown(voter), false);
      assert.deepEqual(await rowsOf(), []);
    });

    it('counts a comment, also beside a withdrawn vote', async () => {
      const reader = user(server);
      await vote(reader);
      await comment(reader);
      await comment(reader);
      await reader.delete(`/posts/${id}/vote`).expect(200);
      assert.equal(await isShown(reader), true);
      assert.equal((await rowsOf()).length, 1);
    });
  });

  describe('PUT /posts/:id/subscription', () => {
    it('follows the post, as often as it is sent', async () => {
      const reader = user(server);
      const answer = { success: true, message: 'Subscribed.', data: { postId: id, subscribed: true } };
      assert.deepEqual([await follow(reader), await follow(reader)], [answer, answer]);
      assert.equal(await isShown(reader), true);
      assert.deepEqual(await readersOf(id), { [author.id]: 'author', [reader.id]: 'subscriber' });
    });

    it('refuses guests and posts that the caller cannot see', async () => {
      await guest(server).put(`/posts/${id}/subscription`).expect(401);
      const other = user(server, { projectId: 12 });
      for (const method of ['put', 'delete'] as const) {
        await other[method](`/posts/${id}/subscription`).expect(404);
        await author[method]('/posts/999999/subscription').expect(404);
      }
      const moderate = (moderation: string) =>
        execute(server.db, 'UPDATE posts SET moderation = :moderation WHERE project_id = 11 AND id = :id', { id, moderation });
      await moderate('hidden');
      await user(server).put(`/posts/${id}/subscription`).expect(404);
      await user(server).delete(`/posts/${id}/subscription`).expect(404);
      await unfollow(author);
      assert.equal((await rowsOf()).length, 1);
      await moderate('visible');
    });
  });

  describe('DELETE /posts/:id/subscription', () => {
    it('wins over votes and comments until a PUT', async () => {
      const reader = user(server);
      await vote(reader);
      const answer = { success: true, message: 'Unsubscribed.', data: { postId: id, subscribed: false } };
      assert.deepEqual([await unfollow(reader), await unfollow(reader)], [answer, answer]);
      await comment(reader);
      await reader.delete(`/posts/${id}/vote`).expect(200);
      await vote(reader);
      assert.equal(await isShown(reader), false);
      assert.deepEqual(await readersOf(id), { [author.id]: 'author' });
      await follow(reader);
      assert.deepEqual(await readersOf(id), { [author.id]: 'author', [reader.id]: 'voter' });
    });

    it('holds for the author of the post too', async () => {
      await unfollow(author);
      assert.equal(await isShown(author), false);
      assert.deepEqual(await readersOf(id), {});
    });
  });

  it('make one list of the readers of several posts', async () => {
    const [voter, both] = [user(server), user(server)];
    const { id: second } = await newPost(both);
    await vote(voter);
    await vote(both);
    await unfollow(both);
    await unfollow(author);
    assert.deepEqual(await readersOf(id, second), { [voter.id]: 'voter', [both.id]: 'author' });
    assert.deepEqual(await readersOf(999_999), {});
  });

  it('are read in chunks, each reader once', async () => {
    const ids = Array.from({ length: 3 * READERS_AT_ONCE }, () => randomUUID());
    const now = new Date();
    const voters = ids.filter((_, index) => index % 3 !== 0);
    const chosen = ids.filter((_, index) => index % 2 === 0);
    const gone = new Set<string>(chosen.filter((_, index) => index % 5 === 0));
    await execute(server.db, 'INSERT INTO post_votes (post_id, user_id, project_id, created_at) VALUES :rows', {
      rows: voters.map((userId) => [id, userId, 11, now]),
    });
    await execute(server.db, 'INSERT INTO post_subscriptions (post_id, user_id, project_id, is_subscribed, created_at) VALUES :rows', {
      rows: chosen.map((userId) => [id, userId, 11, !gone.has(userId), now]),
    });
    const expected = new Set([author.id, ...voters, ...chosen].filter((userId) => !gone.has(userId)));
    const found: string[] = [];
    let chunk = { last: '', isLast: false };
    while (!chunk.isLast) {
      const next = await nextReaders(server.db, { projectId: 11, postIds: [id], after: chunk.last });
      assert.ok(next.readers.length <= READERS_AT_ONCE);
      found.push(...next.readers.map(({ userId }) => userId));
      chunk = next;
    }
    assert.deepEqual(found, [...expected].toSorted());
    await execute(server.db, 'DELETE FROM post_votes WHERE project_id = 11 AND post_id = :id', { id });
  });

  it('end with the post and with the user', async () => {
    const reader = user(server);
    await comment(reader);
    await follow(user(server));
    const { id: other } = await newPost(author);
    await comment(reader, other);
    const step = feedbackErasure(server.services.feedback).find(({ name }) => name === 'subscriptions');
    assert.ok(step !== undefined);
    const person = { projectId: 11, userId: reader.id, email: null, isEmailProved: false, content: 'anonymise', now: new Date() } as const;
    while ((await step.erasePart(person, '')) !== null);
    assert.deepEqual([(await rowsOf()).length, (await rowsOf(other)).length], [1, 0]);
    await author.delete(`/posts/${id}`).expect(200);
    assert.deepEqual(await rowsOf(), []);
  });
});
