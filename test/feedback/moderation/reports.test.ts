import assert from 'node:assert/strict';
import { codeOf, faultsOf } from '../../apps/support.ts';
import { admin, type Client } from '../../support/requests/client.ts';
import type { TestServer } from '../../support/server.ts';
import { type CommentTarget, comment, newItem } from '../comments/comment-support.ts';
import { newPost } from '../posts/post-support.ts';
import { newReview } from '../reviews/review-support.ts';
import { account, type Caller, expectExactCounts, guest, staff, startFeedbackServer, user } from '../support.ts';
import { auditOf } from './moderation-support.ts';

type Kind = 'review' | 'post' | 'comment';
const HIDDEN = { review: 'pending', post: 'hidden', comment: 'hidden' } as const;
const SHOWN = { review: 'approved', post: 'visible', comment: 'visible' } as const;
const REMOVED = { review: 'rejected', post: 'removed', comment: 'removed' } as const;

describe('reports', () => {
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

  const make: Readonly<Record<Kind, () => Promise<number>>> = {
    review: async () => (await newReview(author)).id,
    post: async () => (await newPost(author)).id,
    comment: async () => (await comment(author, newItem())).id,
  };
  const about = async (kind: Kind): Promise<CommentTarget> => ({ entityType: kind, entityId: await make[kind]() });
  const report = (caller: Client, target: CommentTarget, reason = 'spam') => caller.post('/reports', { ...target, reason });
  const reportBy = async (count: number, target: CommentTarget) => {
    for (let index = 0; index < count; index += 1) await report(user(server), target).expect(201);
  };
  const groupOf = async ({ entityType, entityId }: CommentTarget, state = 'open') => {
    const { body } = await moderator.get(`/admin/reports?state=${state}&limit=100`).expect(200);
    return body.data.find((group: CommentTarget) => group.entityType === entityType && group.entityId === entityId);
  };
  const resolve = (target: CommentTarget, resolution: string, caller: Client = moderator) =>
    caller.put(`/admin/reports/${target.entityType}/${target.entityId}`, { resolution });
  const statusOf = async (target: CommentTarget, state = 'open') => (await groupOf(target, state)).content.status;

  describe('POST /reports', () => {
    it('counts each user once and groups the reasons', async () => {
      const target = await about('post');
      const first = user(server);
      const { data } = (await report(first, target).expect(201)).body;
      assert.deepEqual(data, { ...target, reason: 'spam', note: null, createdAt: data.createdAt });
      assert.deepEqual((await report(first, target, 'abuse').expect(200)).body.data, data);
      await report(user(server), target, 'off_topic').expect(201);
      const group = await groupOf(target);
      assert.deepEqual(group.reasons, { spam: 1, abuse: 0, off_topic: 1, personal_data: 0, other: 0 });
      assert.deepEqual([group.count, group.state, group.content.title, group.content.authorId], [2, 'open', 'Dark mode', author.id]);
      assert.match(group.contentHash, /^[0-9a-f]{64}$/);
    });

    it('refuses own, hidden, absent and malformed content', async () => {
      const target = await about('review');
      assert.equal(codeOf(await report(author, target).expect(400)), 'own_content');
      await moderator.put(`/admin/reviews/${target.entityId}/status?status=rejected`).expect(200);
      assert.equal(codeOf(await report(user(server), target).expect(404)), 'review_not_found');
      for (const kind of ['review', 'post', 'comment'])
        assert.equal(codeOf(await report(user(server), { entityType: kind, entityId: 2_147_483_647 }).expect(404)), `${kind}_not_found`);
      assert.deepEqual(faultsOf(await report(user(server), target, 'x').expect(400)), ['reason']);
      assert.equal(codeOf(await report(guest(server), target).expect(401)), 'not_authenticated');
      assert.equal(codeOf(await report(user(server, { projectId: 12 }), target).expect(404)), 'review_not_found');
    });

    for (const kind of ['review', 'post', 'comment'] as const)
      it(`hides a ${kind} at the third user, audited once`, async () => {
        const target = await about(kind);
        const [first] = [user(server)];
        await report(first, target).expect(201);
        await reportBy(1, target);
        assert.equal(await statusOf(target), SHOWN[kind]);
        await reportBy(1, target);
        assert.equal(await statusOf(target), HIDDEN[kind]);
        await expectExactCounts(server);
        assert.equal(codeOf(await report(user(server), target).expect(404)), `${kind}_not_found`);
        await report(first, target).expect(200);
        const details = { before: SHOWN[kind], after: HIDDEN[kind], reports: 3 };
        const rows = await auditOf(server, `${kind}:${target.entityId}`);
        assert.deepEqual(rows, [{ action: `${kind}.hidden`, actor: 'system:reports', details }]);
      });

    it('hides nothing while the setting is 0', async () => {
      const set = (autoHideReports: number) => admin(server).put('/admin/projects/11', { settings: { autoHideReports } }).expect(200);
      await set(0);
      const target = await about('post');
      await reportBy(4, target);
      assert.equal(await statusOf(target), 'visible');
      await set(1);
      await reportBy(1, target);
      assert.equal(await statusOf(target), 'hidden');
      await set(3);
    });
  });

  describe('PUT /admin/reports/:entityType/:entityId', () => {
    for (const kind of ['review', 'post', 'comment'] as const)
      it(`dismissed shows a ${kind} again for good`, async () => {
        const target = await about(kind);
        await reportBy(3, target);
        const { body } = await resolve(target, 'dismissed').expect(200);
        assert.deepEqual([body.data.state, body.data.content.status], ['dismissed', SHOWN[kind]]);
        await reportBy(3, target);
        assert.deepEqual([await statusOf(target), (await groupOf(target)).count], [SHOWN[kind], 6]);
      });

    for (const kind of ['review', 'post', 'comment'] as const)
      it(`removed takes a ${kind} away, audited once`, async () => {
        const target = await about(kind);
        await reportBy(1, target);
        for (let time = 0; time < 2; time += 1)
          assert.equal((await resolve(target, 'removed').expect(200)).body.data.content.status, REMOVED[kind]);
        assert.equal(await statusOf(target, 'removed'), REMOVED[kind]);
        const details = {
          before: { state: 'open', status: SHOWN[kind] },
          after: { state: 'removed', status: REMOVED[kind] },
          reason: null,
        };
        const rows = await auditOf(server, `${kind}:${target.entityId}`);
        assert.deepEqual(rows, [{ action: 'reports.removed', actor: 'operator:7', details }]);
      });

    it('honours If-Match and refuses what was never reported', async () => {
      const target = await about('post');
      assert.equal(codeOf(await resolve(target, 'dismissed').expect(404)), 'report_not_found');
      await reportBy(1, target);
      const { contentHash } = await groupOf(target);
      await author.put(`/posts/${target.entityId}`, { title: 'Something else' }).expect(200);
      assert.equal(codeOf(await resolve(target, 'removed').set('If-Match', `"${contentHash}"`).expect(412)), 'content_changed');
      await resolve(target, 'removed')
        .set('If-Match', `"${(await groupOf(target)).contentHash}"`)
        .expect(200);
      assert.equal(codeOf(await resolve(target, 'removed', staff(server, { projectId: 12 })).expect(404)), 'report_not_found');
      assert.deepEqual(faultsOf(await resolve(target, 'reopened').expect(400)), ['resolution']);
    });

    for (const kind of ['review', 'post', 'comment'] as const)
      it(`reopens the case of a ${kind} as it was`, async () => {
        const [hidden, shown] = [await about(kind), await about(kind)];
        await reportBy(3, hidden);
        await reportBy(1, shown);
        for (const [target, status] of [
          [hidden, HIDDEN[kind]],
          [shown, SHOWN[kind]],
        ] as const)
          for (const resolution of ['dismissed', 'removed']) {
            await resolve(target, resolution).expect(200);
            const { data } = (await resolve(target, 'open').expect(200)).body;
            assert.deepEqual([data.state, data.content.status], ['open', status]);
            await expectExactCounts(server);
          }
        await reportBy(2, shown);
        assert.equal(await statusOf(shown), HIDDEN[kind]);
        await resolve(hidden, 'dismissed').expect(200);
        assert.equal(await statusOf(hidden, 'dismissed'), SHOWN[kind]);
        const [last] = (await auditOf(server, `${kind}:${shown.entityId}`)).filter(({ action }) => action === 'reports.reopened').slice(-1);
        assert.deepEqual(last?.details, {
          before: { state: 'removed', status: REMOVED[kind] },
          after: { state: 'open', status: SHOWN[kind] },
          reason: null,
        });
      });

    it('keeps a later decision when it reopens a case', async () => {
      const target = await about('post');
      await reportBy(1, target);
      await resolve(target, 'removed').expect(200);
      const items = [{ entityType: 'post', id: target.entityId, status: 'hidden' }];
      await moderator.post('/admin/moderation/decisions', { items }).expect(200);
      assert.equal((await resolve(target, 'open').expect(200)).body.data.content.status, 'hidden');
    });

    it('keeps an earlier dismissal when it reopens a case', async () => {
      const target = await about('post');
      await reportBy(1, target);
      await resolve(target, 'dismissed').expect(200);
      await reportBy(1, target);
      await resolve(target, 'removed').expect(200);
      await resolve(target, 'open').expect(200);
      await reportBy(3, target);
      assert.equal(await statusOf(target), 'visible');
    });

    it('forgets a dismissal before an edit when it reopens', async () => {
      const target = await about('post');
      await reportBy(1, target);
      await resolve(target, 'dismissed').expect(200);
      await reportBy(1, target);
      await resolve(target, 'dismissed').expect(200);
      await author.put(`/posts/${target.entityId}`, { title: 'Not judged yet' }).expect(200);
      await resolve(target, 'open').expect(200);
      await reportBy(3, target);
      assert.equal(await statusOf(target), 'hidden');
    });

    it('resolves the reports of deleted content', async () => {
      const target = await about('comment');
      await reportBy(1, target);
      await author.delete(`/comments/${target.entityId}`).expect(200);
      const group = await groupOf(target);
      assert.deepEqual([group.content, group.contentHash], [null, null]);
      await resolve(target, 'dismissed').expect(200);
    });
  });

  describe('GET /admin/reports/:entityType/:entityId', () => {
    it('shows the reports of one thing in every state', async () => {
      const target = await about('comment');
      const path = `/admin/reports/comment/${target.entityId}`;
      assert.equal(codeOf(await moderator.get(path).expect(404)), 'report_not_found');
      await reportBy(2, target);
      assert.deepEqual((await moderator.get(path).expect(200)).body.data, await groupOf(target));
      await resolve(target, 'removed').expect(200);
      assert.equal((await moderator.get(path).expect(200)).body.data.state, 'removed');
      assert.equal(codeOf(await staff(server, { projectId: 12 }).get(path).expect(404)), 'report_not_found');
      assert.equal(codeOf(await user(server).get(path).expect(403)), 'permission_denied');
    });
  });

  describe('a project with automatic hiding', () => {
    for (const kind of ['review', 'post', 'comment'] as const)
      it(`never hides a ${kind} of a moderator`, async () => {
        const before = author;
        for (author of [moderator, await account(server, { role: 'staff' }), await account(server, { role: 'admin' })]) {
          const target = await about(kind);
          await reportBy(4, target);
          assert.equal(await statusOf(target), SHOWN[kind]);
        }
        author = await account(server);
        const target = await about(kind);
        await reportBy(3, target);
        assert.equal(await statusOf(target), HIDDEN[kind]);
        author = before;
      });

    for (const [kind, path, change] of [
      ['review', 'reviews', { comment: 'Changed' }],
      ['post', 'posts', { title: 'Changed' }],
      ['comment', 'comments', { content: 'Changed' }],
    ] as const)
      it(`hides a dismissed ${kind} after an edit again`, async () => {
        const target = await about(kind);
        await reportBy(3, target);
        await resolve(target, 'dismissed').expect(200);
        await reportBy(3, target);
        assert.equal(await statusOf(target), SHOWN[kind]);
        await author.put(`/${path}/${target.entityId}`, change).expect(200);
        await reportBy(2, target);
        await author.put(`/${path}/${target.entityId}`, change).expect(200);
        assert.equal(await statusOf(target), SHOWN[kind]);
        await reportBy(1, target);
        assert.equal(await statusOf(target), HIDDEN[kind]);
        await resolve(target, 'dismissed').expect(200);
        await reportBy(4, target);
        assert.equal(await statusOf(target), SHOWN[kind]);
      });
  });

  describe('a decision of a moderator', () => {
    it('settles the open reports of the content', async () => {
      const [kept, gone] = [await about('post'), await about('comment')];
      for (const target of [kept, gone]) await reportBy(3, target);
      const items = [
        { entityType: 'post', id: kept.entityId, status: 'visible' },
        { entityType: 'comment', id: gone.entityId, status: 'removed' },
      ];
      await moderator.post('/admin/moderation/decisions', { items }).expect(200);
      assert.equal((await groupOf(kept, 'dismissed')).count, 3);
      assert.equal((await groupOf(gone, 'removed')).count, 3);
      await reportBy(1, kept);
      assert.equal(await statusOf(kept), 'visible');
    });
  });
});
