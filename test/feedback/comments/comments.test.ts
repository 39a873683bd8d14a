import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { Comment } from '../../../models/feedback/Comment.ts';
import { codeOf, withoutIdAndTimes } from '../../apps/support.ts';
import { selectRows } from '../../support/databases/sql.ts';
import { statementsOf } from '../../support/databases/statements.ts';
import { admin, type Client } from '../../support/requests/client.ts';
import type { TestServer } from '../../support/server.ts';
import { type Caller, guest, staff, startFeedbackServer, user } from '../support.ts';
import {
  type CommentData,
  type CommentTarget,
  comment,
  idsOf,
  list,
  newEntry,
  newItem,
  newPost,
  newReview,
  newRoadmapItem,
} from './comment-support.ts';

const PAST = '2026-01-01T00:00:00Z';
const FUTURE = '9999-01-01T00:00:00Z';

describe('comments', () => {
  let server: TestServer;
  let author: Caller;
  let other: Caller;
  let moderator: Caller;
  let anybody: Client;
  let about: CommentTarget;

  before(async () => {
    server = await startFeedbackServer();
    author = user(server);
    other = user(server);
    moderator = staff(server);
    anybody = guest(server);
  });
  beforeEach(() => {
    about = newItem();
  });
  after(() => server.close());

  const reply = (to: CommentData, caller: Client = author) => comment(caller, about, { parentId: to.id });
  const remove = ({ id }: CommentData, caller: Client = author) => caller.delete(`/comments/${id}`).expect(200);
  const tree = async (rest = '') => idsOf((await list(anybody, about, rest)).data);
  const flat = async () => (await list(anybody, about, '&format=flat')).data;
  const refused = async (status: number, body: object, caller: Client = author) =>
    codeOf(await caller.post('/comments', { ...about, content: 'Yes', ...body }).expect(status));
  const commentsCount = async ({ entityId }: CommentTarget) =>
    (await anybody.get(`/posts/${entityId}`).expect(200)).body.data.commentsCount;

  /** Creates a chain of comments, each a reply to the previous one. */
  const chain = async (levels: number) => {
    const made = [await comment(author, about)];
    while (made.length < levels) made.push(await reply(made.at(-1)!));
    return made as [CommentData, CommentData, ...CommentData[]];
  };

  describe('POST /comments', () => {
    it('replies with the whole comment', async () => {
      const { body } = await author.post('/comments', { ...about, content: '  Two\r\nlines 👍🏽 مرحبا ' }).expect(201);
      const stored = { content: 'Two\nlines 👍🏽 مرحبا', parentId: null, userId: author.id, projectId: 11 };
      const fresh = { isDeleted: false, editedAt: null, repliesCount: 0 };
      assert.deepEqual(withoutIdAndTimes(body.data), { ...about, ...stored, ...fresh });
      assert.deepEqual((await list(anybody, about, '&format=flat')).data, [body.data]);
    });

    it('counts a reply on its parent without editing it', async () => {
      const top = await comment(author, about);
      const made = await reply(top, other);
      assert.deepEqual([made.parentId, made.userId], [top.id, other.id]);
      const [shown] = (await list(anybody, about)).data;
      assert.deepEqual(shown, { ...top, repliesCount: 1, hasMoreReplies: false, replies: [{ ...made, replies: [] }] });
    });

    it('accepts replies down to level 5', async () => {
      const levels = await chain(5);
      assert.equal(await refused(400, { parentId: levels.at(-1)!.id }), 'invalid_parent');
      assert.equal((await flat()).length, 5);
    });

    it('refuses absent, foreign and deleted parents with one message', async () => {
      const deleted = await comment(author, about);
      await reply(deleted);
      await remove(deleted);
      const elsewhere = await comment(author, newItem());
      const otherKind = await comment(author, { ...about, entityType: 'store' });
      const otherProject = await comment(user(server, { projectId: 12 }), about);
      const answers = new Set<string>();
      for (const parentId of [deleted.id, elsewhere.id, otherKind.id, otherProject.id, 2_147_483_647]) {
        const { body } = await author.post('/comments', { ...about, content: 'Yes', parentId }).expect(400);
        answers.add(JSON.stringify([body.code, body.message, body.errors]));
      }
      assert.deepEqual(
        [...answers].map((answer) => JSON.parse(answer)[0]),
        ['invalid_parent'],
      );
      assert.equal((await flat()).length, 2);
    });

    it("accepts only records of the caller's project", async () => {
      const elsewhere = { projectId: 12 };
      const records = [
        await newPost(user(server, elsewhere)),
        await newReview(server, elsewhere),
        await newRoadmapItem(server, elsewhere),
        await newEntry(server, PAST, elsewhere),
      ];
      for (const { entityType, entityId } of records) {
        for (const id of [entityId, 2_147_483_647])
          assert.equal(await refused(404, { entityType, entityId: id }), `${entityType}_not_found`);
        await comment(user(server, elsewhere), { entityType, entityId });
      }
    });

    it('accepts comments on each kind of record', async () => {
      for (const record of [await newPost(author), await newReview(server), await newRoadmapItem(server), await newEntry(server, PAST)]) {
        const { id } = await comment(author, record);
        assert.deepEqual(idsOf((await list(anybody, record)).data), [[id, []]]);
      }
    });

    it('requires a caller who is signed in', async () => {
      assert.equal(await refused(401, {}, anybody), 'not_authenticated');
      assert.deepEqual(await flat(), []);
    });

    it('stores a comment in the project of the token', async () => {
      const stranger = user(server, { projectId: 12 });
      assert.equal((await stranger.post('/comments', { ...about, content: 'Yes', projectId: 11 }).expect(201)).body.data.projectId, 12);
      assert.deepEqual(await flat(), []);
      assert.equal((await list(guest(server, 12), about)).pagination.total, 1);
    });

    it('ignores fields in the body that the server owns', async () => {
      const owned = { id: 9_999_999, userId: other.id, isDeleted: true, repliesCount: 7, editedAt: PAST, rootId: 1, level: 5 };
      const { body } = await author.post('/comments', { ...about, content: 'Yes', ...owned }).expect(201);
      const { id, userId, isDeleted, repliesCount, editedAt } = body.data;
      assert.deepEqual([userId, isDeleted, repliesCount, editedAt], [author.id, false, 0, null]);
      assert.ok(id < 9_999_999);
      await reply(body.data);
    });

    it('counts a comment on its post', async () => {
      const post = await newPost(author);
      const top = await comment(author, post);
      await comment(other, post, { parentId: top.id });
      assert.equal(await commentsCount(post), 2);
      await remove(top);
      assert.equal(await commentsCount(post), 1);
    });
  });

  describe('GET /comments', () => {
    it('lists nothing for an entity without comments', async () => {
      for (const rest of ['', '&format=flat']) {
        const page = await list(anybody, about, rest);
        assert.deepEqual([page.data, page.pagination.total], [[], 0]);
      }
    });

    it('nests replies, oldest first, below the newest comments', async () => {
      const first = await comment(author, about);
      const second = await comment(author, about);
      const [a, b] = [await reply(first), await reply(first)];
      const [c, d] = [await reply(b), await reply(a)];
      const e = await reply(second);
      const below = [
        [a.id, [[d.id, []]]],
        [b.id, [[c.id, []]]],
      ];
      assert.deepEqual(await tree(), [
        [second.id, [[e.id, []]]],
        [first.id, below],
      ]);
      assert.deepEqual(
        idsOf(await flat()),
        [e, d, c, b, a, second, first].map(({ id }) => [id, []]),
      );
    });

    it('pages over top-level comments in both orders', async () => {
      const tops = [];
      for (let index = 0; index < 5; index += 1) tops.unshift(await comment(author, about));
      for (const top of tops) await reply(top);
      const pages = [];
      for (const page of [1, 2, 3, 4]) pages.push((await list(anybody, about, `&limit=2&page=${page}`)).data.map(({ id }) => id));
      const [a, b, c, d, e] = tops.map(({ id }) => id);
      assert.deepEqual(pages, [[a, b], [c, d], [e], []]);
      const { pagination } = await list(anybody, about, '&limit=2&page=2');
      assert.deepEqual(pagination, { page: 2, limit: 2, total: 5, totalPages: 3, hasNext: true, hasPrevious: true });
      const { pagination: all } = await list(anybody, about, '&format=flat&limit=4&page=3');
      assert.deepEqual(all, { page: 3, limit: 4, total: 10, totalPages: 3, hasNext: false, hasPrevious: true });
    });

    it('shows all replies of short threads at any limit', async () => {
      const [top, near] = await chain(2);
      const exact = await comment(author, about);
      const rowOf = (rootId: number, parentId: number) => ({
        ...about,
        projectId: 11,
        rootId,
        parentId,
        level: parentId === rootId ? 2 : 3,
        content: 'Yes',
        userId: author.id,
      });
      const below = Array.from({ length: 50 }, (_, index) => rowOf(top.id, index % 2 === 0 ? top.id : near.id));
      await server.db.model(Comment).bulkCreate([...below, ...Array.from({ length: 50 }, () => rowOf(exact.id, exact.id))]);
      await server.db.model(Comment).update({ children: 26 }, { where: { projectId: 11, id: top.id } });
      const [full, long] = (await list(anybody, about)).data;
      const countOf = ({ replies = [] }: CommentData): number => replies.length + replies.reduce((sum, next) => sum + countOf(next), 0);
      assert.deepEqual([full!.id, countOf(full!), full!.hasMoreReplies], [exact.id, 50, false]);
      assert.deepEqual([long!.id, countOf(long!), long!.hasMoreReplies], [top.id, 51, false]);
      const [, same] = (await list(anybody, about, '&limit=100')).data;
      assert.deepEqual([countOf(same!), same!.hasMoreReplies], [51, false]);
      const rest = await list(anybody, about, `&parentId=${top.id}&limit=20&page=2`);
      assert.deepEqual([rest.data.length, rest.pagination.total], [6, 26]);
    });

    it('bounds a page to 100,000 characters of replies', async () => {
      const tops = [];
      for (let index = 0; index < 4; index += 1) tops.unshift(await comment(author, about));
      const rowOf = ({ id: rootId }: CommentData, content: string) => ({
        ...about,
        projectId: 11,
        rootId,
        parentId: rootId,
        level: 2,
        content,
        userId: author.id,
      });
      const [a, b, c, d] = tops as [CommentData, CommentData, CommentData, CommentData];
      const long = '👍🏽'.repeat(2_500);
      const [oldest, ...others] = [a, ...Array<CommentData>(18).fill(a), b, b].map((top) => rowOf(top, long));
      await server.db
        .model(Comment)
        .bulkCreate([{ ...oldest!, content: 'First' }, ...others, rowOf(c, 'Yes'), rowOf(c, 'x'.repeat(5_000)), rowOf(d, 'Late')]);
      const shown = (await list(anybody, about)).data.map(({ replies = [], hasMoreReplies }) => [
        replies.map(({ content }) => content?.length),
        hasMoreReplies,
      ]);
      assert.deepEqual(shown, [
        [[5, ...Array(18).fill(10_000)], false],
        [[10_000], true],
        [[], true],
        [[], true],
      ]);
      // each of those characters has two UTF-16 units
      assert.equal([...long].length, 5_000);
    });

    it('pages over direct replies, oldest first, including tombstones', async () => {
      const [top, a, deeper] = await chain(3);
      const b = await reply(top);
      await remove(a);
      const page = await list(anybody, about, `&parentId=${top.id}`);
      assert.deepEqual(
        page.data.map(({ id, content, replies }) => [id, content, replies]),
        [
          [a.id, null, undefined],
          [b.id, 'Yes', undefined],
        ],
      );
      assert.equal(page.pagination.total, 2);
      assert.deepEqual(idsOf((await list(anybody, about, `&parentId=${a.id}`)).data), [[deeper!.id, []]]);
      assert.deepEqual((await list(anybody, about, `&parentId=${b.id}&format=tree`)).data, []);
      await remove(b);
      const total = async () => (await list(anybody, about, `&parentId=${top.id}`)).pagination.total;
      assert.equal(await total(), 1);
      await remove(deeper!);
      assert.equal(await total(), 0);
    });

    it('answers 404 to an absent or foreign parent', async () => {
      const elsewhere = await comment(author, newItem());
      const otherProject = await comment(user(server, { projectId: 12 }), about);
      for (const id of [elsewhere.id, otherProject.id, 2_147_483_647]) {
        const { entityType, entityId } = about;
        const answer = await anybody.get(`/comments?entityType=${entityType}&entityId=${entityId}&parentId=${id}`).expect(404);
        assert.equal(codeOf(answer), 'comment_not_found');
      }
    });

    it('shows each project only its own comments', async () => {
      const own = await comment(author, about);
      const theirs = await comment(user(server, { projectId: 12 }), about);
      for (const rest of ['', '&format=flat']) {
        const ids = async (caller: Client) => (await list(caller, about, rest)).data.map(({ id }) => id);
        assert.deepEqual([await ids(anybody), await ids(guest(server, 12))], [[own.id], [theirs.id]]);
      }
      const { entityType, entityId } = about;
      const crossed = guest(server, 12);
      assert.equal(
        codeOf(await crossed.get(`/comments?entityType=${entityType}&entityId=${entityId}&parentId=${own.id}`).expect(404)),
        'comment_not_found',
      );
    });

    it('needs as many statements for twenty comments as for one', async () => {
      const ask = async (rest: string) => {
        const statements = await statementsOf(server.db, () => list(anybody, about, rest));
        return statements.filter((sql) => sql.includes('comment')).length;
      };
      const counted = async () => [await ask(''), await ask('&format=flat')];
      await reply(await comment(author, about));
      const few = await counted();
      for (let index = 0; index < 20; index += 1) await reply(await comment(author, about));
      assert.deepEqual(
        [few, await counted()],
        [
          [5, 3],
          [5, 3],
        ],
      );
    });
  });

  describe('comments on hidden records', () => {
    const CASES: [string, (owner: string) => Promise<CommentTarget>][] = [
      ['a review that waits', (userId) => newReview(server, { userId, status: 'pending' })],
      ['a rejected review', (userId) => newReview(server, { userId, status: 'rejected' })],
      ['a changelog entry of the future', (userId) => newEntry(server, FUTURE, { userId })],
    ];
    for (const [what, make] of CASES)
      it(`are visible below ${what} only to owner and staff`, async () => {
        about = await make(author.id);
        const { id } = await comment(author, about);
        for (const caller of [author, moderator]) assert.deepEqual(idsOf((await list(caller, about)).data), [[id, []]]);
        const address = `/comments?entityType=${about.entityType}&entityId=${about.entityId}`;
        for (const caller of [anybody, other])
          for (const rest of ['', '&format=flat', `&parentId=${id}`])
            assert.equal(codeOf(await caller.get(address + rest).expect(404)), `${about.entityType}_not_found`);
        assert.equal(await refused(404, {}, other), `${about.entityType}_not_found`);
        assert.equal(await refused(404, { parentId: id }, other), `${about.entityType}_not_found`);
        await comment(moderator, about, { parentId: id });
        assert.equal(codeOf(await other.put(`/comments/${id}`, { content: 'No' }).expect(404)), 'comment_not_found');
        assert.equal(codeOf(await other.delete(`/comments/${id}`).expect(404)), 'comment_not_found');
        await author.put(`/comments/${id}`, { content: 'No' }).expect(200);
      });

    it('can still be edited by their authors', async () => {
      about = await newReview(server, { userId: author.id });
      const theirs = await comment(other, about);
      const own = await comment(author, about, { parentId: theirs.id });
      await moderator.put(`/admin/reviews/${about.entityId}/status`, { status: 'rejected' }).expect(200);
      const stranger = user(server);
      for (const caller of [stranger, user(server, { projectId: 12, userId: other.id })]) {
        assert.equal(codeOf(await caller.put(`/comments/${theirs.id}`, { content: 'No' }).expect(404)), 'comment_not_found');
        assert.equal(codeOf(await caller.delete(`/comments/${theirs.id}`).expect(404)), 'comment_not_found');
      }
      assert.equal(codeOf(await other.delete(`/comments/${own.id}`).expect(404)), 'comment_not_found');
      await other.put(`/comments/${theirs.id}`, { content: 'No' }).expect(200);
      assert.equal(await refused(404, { parentId: theirs.id }, other), 'review_not_found');
      await remove(theirs, other);
      assert.equal(codeOf(await other.delete(`/comments/${theirs.id}`).expect(404)), 'comment_not_found');
      const [tombstone] = (await list(author, about)).data;
      assert.deepEqual([tombstone!.content, idsOf(tombstone!.replies!)], [null, [[own.id, []]]]);
    });

    it('are absent for their authors once the record is deleted', async () => {
      const values = { projectId: 11, entityType: 'post', entityId: 2_147_483_647, parentId: null, rootId: null, level: 1 };
      const { id } = await server.db.model(Comment).create({ ...values, content: 'Yes', userId: author.id });
      assert.equal(codeOf(await author.put(`/comments/${id}`, { content: 'No' }).expect(404)), 'comment_not_found');
      assert.equal(codeOf(await author.delete(`/comments/${id}`).expect(404)), 'comment_not_found');
      await server.db.model(Comment).destroy({ where: { projectId: 11, id } });
    });

    it('are visible below a guest’s pending review only to staff', async () => {
      about = await newReview(server, { userId: 'guest:a@example.com', status: 'pending' });
      await comment(moderator, about);
      await author.get(`/comments?entityType=review&entityId=${about.entityId}`).expect(404);
    });
  });

  describe('PUT /comments/:id', () => {
    it('changes the text and sets the edit time', async () => {
      const made = await comment(author, about);
      const { body } = await author
        .put(`/comments/${made.id}`, { content: ' No ', userId: other.id, parentId: 1, isDeleted: true })
        .expect(200);
      const { editedAt, updatedAt } = body.data;
      assert.deepEqual(body.data, { ...made, content: 'No', editedAt, updatedAt });
      assert.equal(typeof editedAt, 'string');
      assert.deepEqual(await flat(), [body.data]);
    });

    it('leaves an unchanged comment without an edit time', async () => {
      const made = await comment(author, about);
      assert.deepEqual((await author.put(`/comments/${made.id}`, { content: 'Yes' }).expect(200)).body.data, made);
    });

    it('allows only the author, staff or not', async () => {
      const { id } = await comment(author, about);
      for (const caller of [other, moderator])
        assert.equal(codeOf(await caller.put(`/comments/${id}`, { content: 'No' }).expect(403)), 'not_owner');
      assert.equal(codeOf(await anybody.put(`/comments/${id}`, { content: 'No' }).expect(401)), 'not_authenticated');
      assert.equal((await flat())[0]!.content, 'Yes');
    });

    it('answers 404 to foreign, deleted and absent comments', async () => {
      const [top] = await chain(2);
      await remove(top);
      const theirs = await comment(user(server, { projectId: 12 }), about);
      for (const id of [top.id, theirs.id, 2_147_483_647]) {
        assert.equal(codeOf(await author.put(`/comments/${id}`, { content: 'No' }).expect(404)), 'comment_not_found');
        assert.equal(codeOf(await moderator.delete(`/comments/${id}`).expect(404)), 'comment_not_found');
      }
      assert.equal((await list(guest(server, 12), about)).data[0]!.content, 'Yes');
    });
  });

  describe('DELETE /comments/:id', () => {
    it('removes a comment without replies only once', async () => {
      const [top, below] = await chain(2);
      const { body } = await remove(below);
      assert.deepEqual(body.data, { id: below.id });
      const [shown] = (await list(anybody, about)).data;
      assert.deepEqual([shown!.id, shown!.repliesCount, shown!.replies], [top.id, 0, []]);
      assert.equal(codeOf(await author.delete(`/comments/${below.id}`).expect(404)), 'comment_not_found');
      await remove(top);
      assert.deepEqual(await tree(), []);
    });

    it('leaves a tombstone where a comment has replies', async () => {
      const [top, below] = await chain(2);
      await remove(top);
      const page = await list(anybody, about);
      const { content, userId, isDeleted, repliesCount, replies } = page.data[0]!;
      assert.deepEqual([content, userId, isDeleted, repliesCount, idsOf(replies!)], [null, null, true, 1, [[below.id, []]]]);
      assert.equal(page.pagination.total, 1);
      const [row] = await server.db.model(Comment).findAll({ where: { projectId: 11, id: top.id } });
      assert.deepEqual([row?.content, row?.userId], [null, null]);
    });

    it('keeps nested replies when the comment between is deleted', async () => {
      const [top, middle, bottom] = await chain(3);
      await remove(middle);
      assert.deepEqual(await tree(), [[top.id, [[middle.id, [[bottom!.id, []]]]]]]);
      assert.equal((await list(anybody, about)).data[0]!.repliesCount, 0);
      assert.equal((await flat()).length, 3);
    });

    it('removes tombstones above with their last reply', async () => {
      const [a, b, c, d, e] = await chain(5);
      const aside = await reply(b);
      for (const tombstone of [a, b, c!, d!]) await remove(tombstone);
      await remove(e!);
      assert.deepEqual(await tree(), [[a.id, [[b.id, [[aside.id, []]]]]]]);
      await remove(aside);
      assert.deepEqual([await tree(), (await list(anybody, about)).pagination.total], [[], 0]);
      assert.equal((await list(anybody, about, '&format=flat')).pagination.total, 0);
      await comment(author, about);
    });

    it('stops removing tombstones at a live comment', async () => {
      const [a, b, c] = await chain(3);
      await remove(b);
      await remove(c!);
      assert.deepEqual(await tree(), [[a.id, []]]);
      await reply(a);
    });

    it('allows author and staff, and audits staff', async () => {
      const own = await comment(author, about);
      const { id } = await comment(author, about);
      assert.equal(codeOf(await other.delete(`/comments/${id}`).expect(403)), 'not_owner');
      assert.equal(codeOf(await anybody.delete(`/comments/${id}`).expect(401)), 'not_authenticated');
      await remove(own);
      await moderator.delete(`/comments/${id}`).expect(200);
      const rows = await selectRows<{ subject: string; actor: string; details: string; project_id: number }>(
        server.db,
        "SELECT subject, actor, details, project_id FROM audit_log WHERE action = 'comment.deleted' AND subject IN (:subjects)",
        { subjects: [`comment:${own.id}`, `comment:${id}`] },
      );
      assert.deepEqual(
        rows.map(({ details, ...row }) => ({ ...row, details: JSON.parse(details) })),
        [
          {
            subject: `comment:${id}`,
            actor: 'operator:7',
            project_id: 11,
            details: { before: { userId: author.id, ...about, parentId: null, status: 'visible' } },
          },
        ],
      );
    });
  });

  describe('comments on a deleted post', () => {
    it('are deleted with the post, and so are their counts', async () => {
      about = await newPost(author);
      const [top, below] = await chain(4);
      await remove(below);
      await author.delete(`/posts/${about.entityId}`).expect(200);
      for (const caller of [author, moderator]) {
        await caller.get(`/comments?entityType=post&entityId=${about.entityId}`).expect(404);
        assert.equal(codeOf(await caller.delete(`/comments/${top.id}`).expect(404)), 'comment_not_found');
      }
      const left = await selectRows(
        server.db,
        `SELECT entity_id FROM comments WHERE project_id = 11 AND entity_type = 'post' AND entity_id = :entityId
         UNION ALL SELECT entity_id FROM comment_threads WHERE project_id = 11 AND entity_type = 'post' AND entity_id = :entityId`,
        { entityId: about.entityId },
      );
      assert.deepEqual(left, []);
    });
  });

  it('refuses comments in a project that is switched off', async () => {
    const inactive = user(server, { projectId: 12, userId: randomUUID() });
    const { id } = await comment(inactive, about);
    await admin(server).put('/admin/projects/12', { isActive: false }).expect(200);
    assert.equal(await refused(403, {}, inactive), 'project_inactive');
    assert.equal(codeOf(await inactive.put(`/comments/${id}`, { content: 'No' }).expect(403)), 'project_inactive');
    assert.equal(codeOf(await inactive.delete(`/comments/${id}`).expect(403)), 'project_inactive');
    assert.equal((await list(guest(server, 12), about)).pagination.total, 1);
    await admin(server).put('/admin/projects/12', { isActive: true }).expect(200);
  });
});
