import assert from 'node:assert/strict';
import { codeOf, faultsOf } from '../../apps/support.ts';
import { client } from '../../support/requests/client.ts';
import type { TestServer } from '../../support/server.ts';
import { type Caller, expectExactCounts, guest, staff, startFeedbackServer, user } from '../support.ts';
import { auditOf, dataOf, decide, newReview, type ReviewData, statsOf, storedReview } from './review-support.ts';

const STATUSES = ['pending', 'approved', 'rejected'] as const;

describe('the moderation of reviews', () => {
  let server: TestServer;
  let author: Caller;
  let moderator: Caller;

  before(async () => {
    server = await startFeedbackServer();
    author = user(server);
    moderator = staff(server);
  });
  after(async () => {
    await expectExactCounts(server);
    await server.close();
  });

  const guestReview = (fields = {}) => newReview(guest(server), { guestEmail: 'jane@example.com', ...fields });
  const path = ({ id }: { id: number }) => `/admin/reviews/${id}/status`;
  const decideOn = (review: ReviewData, tags: string, status = 'approved') =>
    moderator.put(`${path(review)}?status=${status}`).set('If-Match', tags);

  describe('PUT /admin/reviews/:id/status', () => {
    it('moves a review between any two statuses, with its statistics', async () => {
      const review = await newReview(author, { rating: 4 });
      let before = 'approved';
      for (const after of ['pending', 'rejected', 'approved', 'rejected', 'pending', 'approved']) {
        const moved = await decide(moderator, review.id, `status=${after}&reason=${before}`);
        assert.deepEqual([moved['status'], moved['statusReason'], moved['editedAt']], [after, before, null]);
        const shown = after === 'approved' ? 1 : 0;
        assert.deepEqual(await statsOf(author, review), [4 * shown, shown, [0, 0, 0, shown, 0]]);
        assert.equal((await storedReview(server, review.id))?.isSettled, after !== 'pending');
        before = after;
      }
      await expectExactCounts(server);
      const moves = (await auditOf(server, review.id)).map(({ action, actor, details }) => [
        action,
        actor,
        details['before'],
        details['after'],
      ]);
      assert.deepEqual(moves.slice(0, 2), [
        ['review.status_changed', 'operator:7', 'approved', 'pending'],
        ['review.status_changed', 'operator:7', 'pending', 'rejected'],
      ]);
      assert.deepEqual([moves.length, (await auditOf(server, review.id))[1]?.details['reason']], [6, 'pending']);
    });

    it('changes nothing when the status stays the same', async () => {
      for (const status of STATUSES) {
        const review = await guestReview();
        const first =
          status === 'pending'
            ? dataOf(await moderator.get(`/reviews/${review.id}`))
            : await decide(moderator, review.id, `status=${status}&reason=One`);
        const audited = await auditOf(server, review.id);
        assert.deepEqual(await decide(moderator, review.id, `status=${status}&reason=Two`), first);
        assert.deepEqual(await auditOf(server, review.id), audited);
      }
    });

    it('prefers status and reason of the query to the body', async () => {
      const review = await guestReview();
      const put = async (query: string, body?: object) => {
        const moved = dataOf(await moderator.put(`${path(review)}${query}`, body).expect(200));
        return [moved['status'], moved['statusReason']];
      };
      assert.deepEqual(await put('', { status: 'approved', reason: 'Fine' }), ['approved', 'Fine']);
      assert.deepEqual(await put('?status=rejected', { status: 'pending', reason: 'Rude' }), ['rejected', 'Rude']);
      assert.deepEqual(await put('?reason=Hm', { status: 'pending', reason: 'x' }), ['pending', 'Hm']);
      assert.deepEqual(await put('?status=approved', {}), ['approved', null]);
      assert.deepEqual(await put('?status=rejected', { reason: null }), ['rejected', null]);
    });

    it('decides with If-Match only on the text that was read', async () => {
      const review = await newReview(author, { title: 'Good' });
      const seen = dataOf(await moderator.get(`/reviews/${review.id}`).expect(200));
      assert.match(seen.contentHash, /^[0-9a-f]{64}$/);
      const tag = `"${seen.contentHash}"`;
      assert.equal((await decideOn(review, tag, 'pending').expect(200)).body.data.contentHash, seen.contentHash);
      await decideOn(review, `"other", ${tag}`).expect(200);
      await decideOn(review, '*', 'pending').expect(200);
      for (const changes of [{ title: 'Bad' }, { rating: 1 }, { comment: 'x' }, { images: ['https://example.com'] }]) {
        const { contentHash } = dataOf(await moderator.get(`/reviews/${review.id}`).expect(200));
        await author.put(`/reviews/${review.id}`, changes).expect(200);
        for (const status of ['approved', 'pending'])
          assert.equal(codeOf(await decideOn(review, `"${contentHash}"`, status).expect(412)), 'content_changed');
      }
      for (const weak of [`W/"${seen.contentHash}"`, '"x"', '""']) await decideOn(review, weak).expect(412);
      assert.deepEqual(faultsOf(await decideOn(review, seen.contentHash).expect(400)), ['If-Match']);
      assert.equal((await storedReview(server, review.id))?.status, 'pending');
      await author.put(`/reviews/${review.id}`, { title: 'Good', rating: 5, comment: null, images: null }).expect(200);
      await decideOn(review, tag).expect(200);
    });

    it('answers 404 to an absent or foreign review', async () => {
      const elsewhere = await newReview(user(server, { projectId: 12 }));
      for (const id of [elsewhere.id, 2_147_483_647, Number.MAX_SAFE_INTEGER])
        assert.equal(codeOf(await moderator.put(`/admin/reviews/${id}/status?status=rejected`).expect(404)), 'review_not_found');
      assert.equal((await storedReview(server, elsewhere.id))?.status, 'approved');
    });
  });

  describe('GET /admin/reviews and PUT /admin/reviews/:id/status', () => {
    it('allow only staff of the project', async () => {
      const review = await guestReview();
      const calls = (caller: Pick<Caller, 'get' | 'put'>) => [caller.get('/admin/reviews'), caller.put(`${path(review)}?status=approved`)];
      for (const role of ['customer', 'driver', 'pending'] as const)
        for (const call of calls(user(server, { role }))) assert.equal(codeOf(await call.expect(403)), 'permission_denied');
      for (const call of calls(guest(server))) assert.equal(codeOf(await call.expect(401)), 'not_authenticated');
      for (const call of calls(client(server, { apiKey: 'x'.repeat(43) }))) assert.equal(codeOf(await call.expect(401)), 'invalid_api_key');
      for (const call of calls(client(server, { token: 'x.y.z' }))) assert.equal(codeOf(await call.expect(401)), 'token_not_valid');
      const elsewhere = client(server, { token: moderator.token, headers: { 'X-Project-ID': '12' } });
      for (const call of calls(elsewhere)) assert.equal(codeOf(await call.expect(403)), 'project_mismatch');
      assert.equal((await storedReview(server, review.id))?.status, 'pending');
      for (const caller of [user(server, { role: 'staff' }), user(server, { role: 'admin' }), staff(server, { role: 'admin' })])
        for (const call of calls(caller)) await call.expect(200);
    });

    it('let a moderator decide on their own review, audited', async () => {
      const boss = user(server, { role: 'staff' });
      const { id } = await newReview(boss);
      await decide(boss, id, 'status=rejected');
      assert.equal((await auditOf(server, id))[0]?.actor, `user:${boss.id}`);
    });
  });
});
