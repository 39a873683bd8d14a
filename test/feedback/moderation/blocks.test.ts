import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { User } from '../../../models/auth/User.ts';
import { AuthorBlock } from '../../../models/feedback/moderation/AuthorBlock.ts';
import { Operator } from '../../../models/platform-admin/Operator.ts';
import type { Database } from '../../../server/platform/db/database.ts';
import { recountFeedback } from '../../../server/services/feedback/counts/recount.ts';
import { codeOf, faultsOf } from '../../apps/support.ts';
import { execute, selectRows } from '../../support/databases/sql.ts';
import { statementsOf } from '../../support/databases/statements.ts';
import type { Client } from '../../support/requests/client.ts';
import type { TestServer } from '../../support/server.ts';
import { type CommentTarget, comment, idsOf, list, newItem } from '../comments/comment-support.ts';
import { newPost } from '../posts/post-support.ts';
import { newReview } from '../reviews/review-support.ts';
import { account, type Caller, guest, staff, startFeedbackServer, user } from '../support.ts';
import { decideComment, listed } from './moderation-support.ts';

const ITEM = { itemType: 'store', itemId: 31 };
const COLUMNS = 'project_id, item_type, item_id, user_id, rating, status, is_settled, source, search_key, created_at, updated_at';
const EXPECTED = 'SELECT id FROM reviews WHERE project_id = 11 AND item_id = 35 AND user_id = :author';
const ROWS = 4_200;

/** Adds approved reviews of an item by these authors in turn, with their sums. */
async function fillItem(db: Database, itemId: number, authors: readonly string[]): Promise<void> {
  const now = new Date();
  const rows = Array.from({ length: ROWS }, (_, index) => {
    const author = authors[index % authors.length] as string;
    return [11, 'store', itemId, author, 5, 'approved', true, 'authenticated', '', now, now];
  });
  await execute(db, `INSERT INTO reviews (${COLUMNS}) VALUES :rows`, { rows });
  await recountFeedback(db, { repair: true });
}

describe('blocked authors', () => {
  let server: TestServer;
  let operator: string;
  let reader: Caller;
  let blocked: Caller;
  let other: Caller;

  before(async () => {
    server = await startFeedbackServer();
    const { id } = await newOperator('blocked');
    operator = `operator:${id}`;
  });
  beforeEach(async () => {
    [reader, blocked, other] = [user(server), await account(server), await account(server)];
    await reader.put(`/blocks/${blocked.id}`).expect(200);
  });
  after(() => server.close());

  const newOperator = (username: string, projectId = 11) => {
    const values = { projectId, username, usernameKey: username, role: 'staff', passwordHash: 'x', accessChangedAt: new Date() } as const;
    return server.db.model(Operator).create(values);
  };
  const seen = (caller: Client, path: string) => listed(caller.get(path).expect(200));

  describe('PUT and DELETE /blocks/:authorId, GET /blocks', () => {
    it('keep one block for each author, newest first', async () => {
      const first = (await reader.put(`/blocks/${blocked.id}`).expect(200)).body.data;
      const second = (await reader.put(`/blocks/${operator}`).expect(200)).body.data;
      assert.deepEqual(Object.keys(first), ['authorId', 'createdAt']);
      const { data, pagination } = (await reader.get('/blocks').expect(200)).body;
      assert.deepEqual([data, pagination.total], [[second, first], 2]);
      await reader.delete(`/blocks/${operator}`).expect(200);
      await reader.delete(`/blocks/${operator}`).expect(200);
      assert.deepEqual((await reader.get('/blocks').expect(200)).body.data, [first]);
      assert.deepEqual((await blocked.get('/blocks').expect(200)).body.data, []);
    });

    it('refuse authors that do not exist in the project', async () => {
      const elsewhere = await account(server, { projectId: 12 });
      const erased = await account(server);
      await server.db.model(User).update({ deletedAt: new Date() }, { where: { id: erased.id, projectId: 11 } });
      const { id } = await newOperator('elsewhere', 12);
      for (const author of [randomUUID(), elsewhere.id, erased.id, 'operator:999999999', `operator:${id}`])
        assert.equal(codeOf(await reader.put(`/blocks/${author}`).expect(404)), 'author_not_found', author);
      assert.equal((await reader.get('/blocks').expect(200)).body.pagination.total, 1);
    });

    it('keep longer lists of a release before', async () => {
      const rows = Array.from({ length: 1_200 }, () => ({ projectId: 11, userId: reader.id, authorId: randomUUID() }));
      await server.db.model(AuthorBlock).bulkCreate(rows);
      assert.equal(codeOf(await reader.put(`/blocks/${other.id}`).expect(409)), 'block_limit');
      assert.equal((await reader.put(`/blocks/${blocked.id}`).expect(200)).body.data.authorId, blocked.id);
      assert.equal((await reader.get('/blocks').expect(200)).body.pagination.total, 1_201);
      await reader.delete(`/blocks/${blocked.id}`).expect(200);
      await newReview(blocked, { itemType: 'store', itemId: 38 });
      assert.equal((await seen(reader, '/reviews?itemType=store&itemId=38')).total, 1);
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
      for (const author of [other, blocked, other])
        posts.push((await newPost(author, { title: 'Purple night', description: `x${posts.length}`, category: 'other' })).id);
      const kept = [posts[2], posts[0]];
      for (const query of ['category=other', 'category=other&sort=votes', 'category=other&q=purple', 'status=under_review&category=other'])
        assert.deepEqual(await seen(reader, `/posts?${query}`), { ids: kept, total: 2 }, query);
      assert.equal((await seen(blocked, '/posts?mine=true')).total, 1);
      assert.equal((await seen(guest(server), '/posts?category=other')).total, 3);
    });

    it('follows each change of reviews and blocks at once', async () => {
      const item = { itemType: 'store', itemId: 32 } as const;
      const path = '/reviews?itemType=store&itemId=32';
      const expectTotal = async (total: number) => {
        // twice, since the server remembers the count of the first one
        for (let round = 0; round < 2; round += 1) assert.equal((await seen(reader, path)).total, total);
      };
      await newReview(other, item);
      const unwanted = await newReview(blocked, item);
      await expectTotal(1);
      await newReview(user(server), item);
      await expectTotal(2);
      await reader.put(`/blocks/${other.id}`).expect(200);
      await expectTotal(1);
      await reader.delete(`/blocks/${blocked.id}`).expect(200);
      await expectTotal(2);
      await blocked.delete(`/reviews/${unwanted.id}`).expect(200);
      await expectTotal(1);
    });

    it('counts the rows of blocked authors once for several pages', async () => {
      for (const author of [other, blocked, user(server)]) await newReview(author, { itemType: 'store', itemId: 33 });
      const path = '/reviews?itemType=store&itemId=33&limit=1';
      await seen(reader, path);
      const statements = await statementsOf(server.db, () => seen(reader, `${path}&page=2`));
      assert.equal(statements.filter((sql) => sql.includes('JOIN reviews')).length, 0, statements.join('\n'));
    });

    it('leaves out blocked authors from deep pages alike', async () => {
      await fillItem(server.db, 35, [other.id, other.id, blocked.id]);
      for (const [sort, direction] of [
        ['newest', 'DESC'],
        ['oldest', 'ASC'],
      ])
        for (const page of [11, 12, 13, 20, 28, 29]) {
          const path = `/reviews?itemId=35&limit=100&sort=${sort}&page=${page}`;
          // the first round reads the ids of blocked rows, the second one remembers them
          const rounds = [await seen(reader, path), await seen(reader, path)];
          const values = { author: other.id, offset: (page - 1) * 100 };
          const kept = await selectRows<{ id: number }>(server.db, `${EXPECTED} ORDER BY id ${direction} LIMIT 100 OFFSET :offset`, values);
          const expected = { ids: kept.map(({ id }) => id), total: (ROWS * 2) / 3 };
          assert.deepEqual(rounds, [expected, expected], path);
        }
      await reader.delete(`/blocks/${blocked.id}`).expect(200);
      assert.equal((await seen(reader, '/reviews?itemId=35&limit=100&page=12')).total, ROWS);
    });

    it('costs guests nothing and others one statement', async () => {
      const count = async (caller: Client, path: string): Promise<number> => {
        const statements = await statementsOf(server.db, () => caller.get(path).expect(200));
        // not those of other background work
        return statements.filter((sql) => /reviews|review_stats|comment|author_blocks|feedback_counts/.test(sql)).length;
      };
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
