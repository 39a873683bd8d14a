import assert from 'node:assert/strict';
import { User } from '../../../models/auth/User.ts';
import { codeOf } from '../../apps/support.ts';
import { statementsOf } from '../../support/databases/statements.ts';
import type { Client } from '../../support/requests/client.ts';
import type { TestServer } from '../../support/server.ts';
import { comment, newItem } from '../comments/comment-support.ts';
import { newPost } from '../posts/post-support.ts';
import { newReview } from '../reviews/review-support.ts';
import { account, type Caller, expectExactCounts, guest, staff, startFeedbackServer, user } from '../support.ts';
import { auditOf, listed } from './moderation-support.ts';

describe('decisions of moderators', () => {
  let server: TestServer;
  let author: Caller;
  let moderator: Caller;

  before(async () => {
    server = await startFeedbackServer();
    moderator = staff(server);
  });
  beforeEach(() => {
    // texts that were refused wait when their author posts them again
    author = user(server);
  });
  afterEach(() => expectExactCounts(server));
  after(() => server.close());

  const decide = async (items: readonly unknown[], caller: Client = moderator) =>
    (await caller.post('/admin/moderation/decisions', { items }).expect(200)).body.results;

  describe('POST /admin/moderation/decisions', () => {
    it('decides on all three kinds and reports each outcome', async () => {
      const review = await newReview(guest(server), { guestEmail: 'jane@example.com' });
      const post = await newPost(author);
      const { id } = await comment(author, newItem());
      const items = [
        { entityType: 'review', id: review.id, status: 'approved' },
        { entityType: 'post', id: post.id, status: 'hidden', reason: 'Off topic' },
        { entityType: 'comment', id, status: 'removed' },
        { entityType: 'comment', id, status: 'removed' },
        { entityType: 'post', id: 2_147_483_647, status: 'hidden' },
      ];
      assert.deepEqual(await decide(items), [
        { index: 0, entityType: 'review', id: review.id, outcome: 'done', before: 'pending' },
        { index: 1, entityType: 'post', id: post.id, outcome: 'done', before: 'visible' },
        { index: 2, entityType: 'comment', id, outcome: 'done', before: 'visible' },
        { index: 3, entityType: 'comment', id, outcome: 'unchanged', before: 'removed' },
        { index: 4, entityType: 'post', id: 2_147_483_647, outcome: 'failed', code: 'post_not_found' },
      ]);
      const details = { before: 'visible', after: 'hidden', reason: 'Off topic' };
      assert.deepEqual(await auditOf(server, `post:${post.id}`), [{ action: 'post.moderated', actor: 'operator:7', details }]);
    });

    it('reports malformed items as failed beside good ones', async () => {
      const { id } = await newPost(author);
      const failed = (index: number, entityType: string | null, itemId: number | null) => ({
        index,
        entityType,
        id: itemId,
        outcome: 'failed',
        code: 'validation_error',
      });
      const items = [7, null, { entityType: 'post', id, status: 'approved' }, { entityType: 'review', id: 'x', status: 'hidden' }];
      assert.deepEqual(await decide([...items, { entityType: 'post', id, status: 'pending' }]), [
        failed(0, null, null),
        failed(1, null, null),
        failed(2, 'post', id),
        failed(3, 'review', null),
        { index: 4, entityType: 'post', id, outcome: 'done', before: 'visible' },
      ]);
    });

    it('gives each of 100 items its own outcome', async () => {
      const posts = [];
      for (let index = 0; index < 3; index += 1) posts.push((await newPost(author)).id);
      const [good = 0, same = 0, edited = 0] = posts;
      const stranger = user(server, { projectId: 12 });
      const elsewhere = (await newPost(stranger)).id;
      const removed = (await comment(author, newItem())).id;
      await author.delete(`/comments/${removed}`).expect(200);
      const hash = 'a'.repeat(64);
      const cases: readonly (readonly [item: unknown, outcome: string, code?: string])[] = [
        [{ entityType: 'post', id: good, status: 'hidden' }, 'done'],
        [{ entityType: 'post', id: same, status: 'visible' }, 'unchanged'],
        [{ entityType: 'post', id: edited, status: 'hidden', contentHash: hash }, 'failed', 'content_changed'],
        [{ entityType: 'post', id: elsewhere, status: 'hidden' }, 'failed', 'post_not_found'],
        [{ entityType: 'comment', id: removed, status: 'hidden' }, 'failed', 'comment_not_found'],
        [{ entityType: 'review', id: 2_147_483_647, status: 'approved' }, 'failed', 'review_not_found'],
        ...[
          null,
          'post',
          [],
          {},
          { id: good, status: 'hidden' },
          { entityType: 'roadmap', id: good, status: 'hidden' },
          { entityType: 'post', status: 'hidden' },
          { entityType: 'post', id: 0, status: 'hidden' },
          { entityType: 'post', id: 2_147_483_648, status: 'hidden' },
          { entityType: 'post', id: good },
          { entityType: 'post', id: good, status: 'approved' },
          { entityType: 'review', id: good, status: 'visible' },
          { entityType: 'post', id: good, status: 'visible', reason: 'x'.repeat(501) },
          { entityType: 'post', id: good, status: 'visible', contentHash: 'short' },
          { entityType: 'post', id: good, status: 'visible', ifStatus: 'approved' },
          { entityType: 'review', id: good, status: 'approved', ifStatus: 'visible' },
        ].map((item) => [item, 'failed', 'validation_error'] as const),
      ];
      const filler = Array.from(
        { length: 100 - cases.length },
        () => [{ entityType: 'post', id: same, status: 'visible' }, 'unchanged'] as const,
      );
      const all = [...cases, ...filler];
      const results = await decide(all.map(([item]) => item));
      assert.deepEqual(
        results.map(({ index, outcome, code }: { index: number; outcome: string; code?: string }) => [index, outcome, code]),
        all.map(([, outcome, code], index) => [index, outcome, code]),
      );
      assert.equal((await auditOf(server, `post:${good}`)).length, 1);
      for (const id of [same, edited]) assert.deepEqual(await auditOf(server, `post:${id}`), []);
      await stranger.delete(`/posts/${elsewhere}`).expect(200);
    });

    it('refuses no, empty and more than 100 items', async () => {
      const good = { entityType: 'post', id: 1, status: 'visible' };
      for (const body of [{}, { items: [] }, { items: Array.from({ length: 101 }, () => good) }, { items: good }])
        assert.equal(codeOf(await moderator.post('/admin/moderation/decisions', body).expect(400)), 'validation_error');
      assert.equal((await decide(Array.from({ length: 100 }, () => good))).length, 100);
    });

    for (const entityType of ['review', 'post', 'comment'] as const)
      it(`decides on a ${entityType} in the seen status only`, async () => {
        const { id } = await { review: newReview, post: newPost, comment: (by: Caller) => comment(by, newItem()) }[entityType](author);
        const [shown, gone] = entityType === 'review' ? ['approved', 'rejected'] : ['visible', 'removed'];
        const item = { entityType, id, status: gone };
        const [first] = await decide([{ ...item, ifStatus: shown }]);
        assert.deepEqual([first.outcome, first.before], ['done', shown]);
        const statements = await statementsOf(server.db, async () => {
          const [late] = await decide([{ ...item, ifStatus: shown }]);
          const told = { outcome: 'failed', code: 'already_decided', before: gone, by: 'boss' };
          assert.deepEqual(late, { index: 0, entityType, id, ...told });
        });
        assert.equal(statements.filter((sql) => /\baudit_log\b/.test(sql)).length, 1);
        const [undone] = await decide([{ ...item, status: first.before, ifStatus: gone }]);
        assert.deepEqual([undone.outcome, undone.before], ['done', gone]);
      });

    it('names no moderator when none changed the status', async () => {
      const { id } = await newReview(guest(server), { guestEmail: 'late@example.com' });
      const item = { entityType: 'review', id, status: 'rejected', ifStatus: 'approved' };
      const [{ code, by, before: present }] = await decide([item]);
      assert.deepEqual([code, by, present], ['already_decided', null, 'pending']);
    });

    it('names a user with the role staff', async () => {
      const { id } = await newPost(author);
      const helper = await account(server, { role: 'staff' });
      await server.db.model(User).update({ firstName: 'Noura' }, { where: { projectId: 11, id: helper.id } });
      await decide([{ entityType: 'post', id, status: 'hidden' }], helper);
      const [{ by }] = await decide([{ entityType: 'post', id, status: 'removed', ifStatus: 'visible' }]);
      assert.equal(by, 'Noura');
    });

    it('decides only on the content that was read', async () => {
      const { id } = await newPost(author);
      const [{ contentHash }] = (await moderator.get(`/admin/posts?authorId=${author.id}&limit=1`).expect(200)).body.data;
      await author.put(`/posts/${id}`, { title: 'Something else' }).expect(200);
      const item = { entityType: 'post', id, status: 'hidden', contentHash };
      assert.deepEqual((await decide([item]))[0].code, 'content_changed');
      await author.put(`/posts/${id}`, { title: 'Dark mode' }).expect(200);
      assert.deepEqual((await decide([item]))[0].outcome, 'done');
    });
  });

  describe('a post that is not visible', () => {
    it('exists for its author and staff only', async () => {
      const { id } = await newPost(author);
      await decide([{ entityType: 'post', id, status: 'hidden' }]);
      const about = { entityType: 'post', entityId: id };
      for (const caller of [guest(server), user(server)]) {
        assert.equal(codeOf(await caller.get(`/posts/${id}`).expect(404)), 'post_not_found');
        await caller.get(`/comments?entityType=post&entityId=${id}`).expect(404);
      }
      assert.equal(codeOf(await user(server).post(`/posts/${id}/vote`).expect(404)), 'post_not_found');
      assert.equal(
        codeOf(
          await user(server)
            .post('/comments', { ...about, content: 'x' })
            .expect(404),
        ),
        'post_not_found',
      );
      assert.equal((await author.get(`/posts/${id}`).expect(200)).body.data.moderation, 'hidden');
      assert.equal((await moderator.get(`/posts/${id}`).expect(200)).body.data.moderation, 'hidden');
      await author.put(`/posts/${id}`, { title: 'Another title' }).expect(200);
      await author.delete(`/posts/${id}`).expect(200);
    });

    it('is left out of lists, searches and totals', async () => {
      const [chief, writer] = [staff(server, { projectId: 12 }), user(server, { projectId: 12 })];
      const posts = [];
      for (let index = 0; index < 4; index += 1) posts.push((await newPost(writer)).id);
      await decide([{ entityType: 'post', id: posts[2], status: 'removed' }], chief);
      const shown = [posts[3], posts[1], posts[0]];
      for (const query of ['', 'category=feature', 'q=dark', 'sort=trending', 'status=under_review'])
        assert.deepEqual(await listed(guest(server, 12).get(`/posts?${query}`).expect(200)), { ids: shown, total: 3 });
      assert.deepEqual((await listed(guest(server, 12).get('/posts?limit=2&page=2').expect(200))).ids, [posts[0]]);
      assert.equal((await listed(writer.get('/posts?mine=true').expect(200))).total, 4);
      const queue = (query: string) => listed(chief.get(`/admin/posts?${query}`).expect(200));
      assert.deepEqual([(await queue('')).total, (await queue('moderation=visible')).ids], [4, shown]);
      assert.deepEqual(await queue('moderation=removed'), { ids: [posts[2]], total: 1 });
      assert.deepEqual(await queue(`moderation=removed&authorId=${writer.id}`), { ids: [posts[2]], total: 1 });
    });
  });

  describe('GET /admin/reviews', () => {
    it('filters by author, item and time, and sorts', async () => {
      const writer = user(server);
      const [low, high] = [await newReview(writer, { rating: 1, itemId: 77 }), await newReview(writer, { rating: 5, itemId: 78 })];
      const found = async (query: string) => (await listed(moderator.get(`/admin/reviews?authorId=${writer.id}&${query}`).expect(200))).ids;
      assert.deepEqual(await found('sort=newest'), [high.id, low.id]);
      assert.deepEqual(await found('sort=oldest'), [low.id, high.id]);
      assert.deepEqual(await found('sort=rating'), [high.id, low.id]);
      assert.deepEqual(await found('itemId=77'), [low.id]);
      assert.deepEqual(await found('from=2000-01-01T00:00:00Z&to=2001-01-01T00:00:00Z'), []);
      assert.deepEqual(await found(`from=${low['createdAt']}&sort=oldest`), [low.id, high.id]);
    });
  });
});
