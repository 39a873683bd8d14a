import assert from 'node:assert/strict';
import { codeOf, faultsOf } from '../../apps/support.ts';
import type { Client } from '../../support/client.ts';
import type { TestServer } from '../../support/server.ts';
import { statementsOf } from '../../support/statements.ts';
import { type CommentTarget, comment, idsOf, list, newItem } from '../comments/comment-support.ts';
import { newPost } from '../posts/post-support.ts';
import { newReview } from '../reviews/review-support.ts';
import { type Caller, guest, staff, startFeedbackServer, user } from '../support.ts';
import { decideComment, listed } from './moderation-support.ts';

const ITEM = { itemType: 'store', itemId: 31 };

describe('blocked authors', () => {
  let server: TestServer;
  let reader: Caller;
  let blocked: Caller;
  let other: Caller;

  before(async () => {
    server = await startFeedbackServer();
  });
  beforeEach(async () => {
    [reader, blocked, other] = [user(server), user(server), user(server)];
    await reader.put(`/blocks/${blocked.id}`).expect(200);
  });
  after(() => server.close());

  const seen = (caller: Client, path: string) => listed(caller.get(path).expect(200));

  describe('PUT and DELETE /blocks/:authorId, GET /blocks', () => {
    it('keep one block for each author, newest first', async () => {
      const first = (await reader.put(`/blocks/${blocked.id}`).expect(200)).body.data;
      const second = (await reader.put('/blocks/operator:3').expect(200)).body.data;
      assert.deepEqual(Object.keys(first), ['authorId', 'createdAt']);
      const { data, pagination } = (await reader.get('/blocks').expect(200)).body;
      assert.deepEqual([data, pagination.total], [[second, first], 2]);
      await reader.delete('/blocks/operator:3').expect(200);
      await reader.delete('/blocks/operator:3').expect(200);
      assert.deepEqual((await reader.get('/blocks').expect(200)).body.data, [first]);
      assert.deepEqual((await blocked.get('/blocks').expect(200)).body.data, []);
    });

    it('refuse the caller, guests and malformed authors', async () => {
      assert.equal(codeOf(await reader.put(`/blocks/${reader.id}`).expect(400)), 'own_content');
      assert.deepEqual(faultsOf(await reader.put('/blocks/guest:a@b.example').expect(400)), ['authorId']);
      assert.deepEqual(faultsOf(await reader.put('/blocks/x').expect(400)), ['authorId']);
      assert.equal(codeOf(await guest(server).put(`/blocks/${blocked.id}`).expect(401)), 'not_authenticated');
    });
  });

  describe('a list of reviews or posts', () => {
    it('leaves out reviews of blocked authors, with right totals', async () => {
      const mine = [];
      for (const author of [other, blocked, reader, other, blocked]) mine.push((await newReview(author, { ...ITEM, rating: 4 })).id);
      const kept = [mine[3], mine[2], mine[0]];
      const path = `/reviews?itemType=store&itemId=31`;
      assert.deepEqual(await seen(reader, path), { ids: kept, total: 3 });
      assert.deepEqual(await seen(reader, `${path}&limit=2&page=2`), { ids: [mine[0]], total: 3 });
      assert.deepEqual(await seen(reader, `/reviews?userId=${blocked.id}`), { ids: [], total: 0 });
      for (const caller of [guest(server), other]) assert.equal((await seen(caller, path)).total, 5);
      assert.equal((await seen(staff(server), '/admin/reviews?itemId=31')).total, 5);
      await reader.get(`/reviews/${mine[1]}`).expect(200);
      await reader.delete(`/blocks/${blocked.id}`).expect(200);
      assert.equal((await seen(reader, path)).total, 5);
    });

    it('leaves out posts of blocked authors, also from searches', async () => {
      const posts = [];
      for (const author of [other, blocked, other]) posts.push((await newPost(author, { title: 'Purple night', category: 'other' })).id);
      const kept = [posts[2], posts[0]];
      for (const query of ['category=other', 'category=other&sort=votes', 'category=other&q=purple', 'status=under_review&category=other'])
        assert.deepEqual(await seen(reader, `/posts?${query}`), { ids: kept, total: 2 }, query);
      assert.equal((await seen(blocked, '/posts?mine=true')).total, 1);
      assert.equal((await seen(guest(server), '/posts?category=other')).total, 3);
    });

    it('costs guests nothing and others one statement', async () => {
      const count = async (caller: Client, path: string) => (await statementsOf(server.db, () => caller.get(path).expect(200))).length;
      await newReview(blocked, ITEM);
      const target = newItem();
      await comment(blocked, target);
      for (const path of ['/reviews?itemId=31', '/reviews', `/comments?entityType=product&entityId=${target.entityId}`]) {
        const plain = await count(guest(server), path);
        await count(reader, path);
        assert.ok((await count(reader, path)) <= plain + 1, path);
      }
      const statements = await statementsOf(server.db, () => guest(server).get('/reviews').expect(200));
      assert.ok(statements.every((sql) => !sql.includes('author_blocks')));
    });
  });

  describe('a tree of comments', () => {
    let about: CommentTarget;

    beforeEach(() => {
      about = newItem();
    });

    it('shows only those blocked comments that have replies', async () => {
      const top = await comment(other, about);
      const gone = await comment(blocked, about);
      const kept = await comment(blocked, about);
      const reply = await comment(other, about, { parentId: kept.id });
      await comment(blocked, about, { parentId: reply.id });
      const below = await comment(blocked, about, { parentId: top.id });
      await comment(blocked, about, { parentId: below.id });
      const { data, pagination } = await list(reader, about);
      assert.deepEqual(idsOf(data), [
        [kept.id, [[reply.id, []]]],
        [top.id, []],
      ]);
      assert.equal(pagination.total, 2);
      assert.deepEqual(
        data.map(({ content, userId, isDeleted, repliesCount }) => [content, userId, isDeleted, repliesCount]),
        [
          [null, null, true, 1],
          ['Yes', other.id, false, 0],
        ],
      );
      assert.equal(data[0]?.replies?.[0]?.repliesCount, 0);
      const flat = await list(reader, about, '&format=flat');
      assert.deepEqual([flat.data.map(({ id }) => id), flat.pagination.total], [[reply.id, kept.id, top.id], 3]);
      const direct = await list(reader, about, `&parentId=${top.id}`);
      assert.deepEqual([direct.data, direct.pagination.total], [[], 0]);
      assert.equal((await list(guest(server), about)).pagination.total, 3);
      assert.ok((await list(guest(server), about, '&format=flat')).data.some(({ id }) => id === gone.id));
    });

    it('leaves out what is hidden and what is blocked', async () => {
      const [one, two] = [await comment(other, about), await comment(blocked, about)];
      const three = await comment(other, about);
      await decideComment(staff(server), one.id, 'status=hidden');
      assert.deepEqual(await seen(reader, `/comments?entityType=product&entityId=${about.entityId}`), { ids: [three.id], total: 1 });
      await decideComment(staff(server), two.id, 'status=removed');
      assert.deepEqual((await list(reader, about)).pagination.total, 1);
    });
  });
});
