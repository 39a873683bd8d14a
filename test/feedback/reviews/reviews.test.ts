import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { codeOf, faultsOf, withoutIdAndTimes } from '../../apps/support.ts';
import { admin, client } from '../../support/requests/client.ts';
import type { TestServer } from '../../support/server.ts';
import { type Caller, expectExactCounts, guest, staff, startFeedbackServer, user } from '../support.ts';
import { auditOf, dataOf, decide, newItem, newReview, setOnePerAuthor, statsOf, storedReview } from './review-support.ts';

const TEXTS = {
  title: 'Très bien 👍🏽',
  comment: 'سطر أول\n\tline two',
  images: ['https://example.com/a.png', 'http://example.com/ب?c=1#d'],
};
const UNSET = { title: null, comment: null, images: [], statusReason: null, editedAt: null, projectId: 11 };
const BY_USER = { ...UNSET, status: 'approved', guestEmail: null, guestName: null, isGuest: false, source: 'authenticated' };

describe('reviews', () => {
  let server: TestServer;
  let author: Caller;
  let stranger: Caller;
  let moderator: Caller;

  before(async () => {
    server = await startFeedbackServer();
    moderator = staff(server);
  });
  beforeEach(() => {
    author = user(server);
    stranger = user(server);
  });
  after(async () => {
    await expectExactCounts(server);
    await server.close();
  });

  const guestReview = (fields = {}) => newReview(guest(server), { guestEmail: 'jane@example.com', ...fields });

  describe('POST /reviews', () => {
    it('approves a signed-in author’s review and counts it', async () => {
      const itemId = newItem();
      const review = await newReview(author, { itemId, rating: 4, ...TEXTS });
      assert.deepEqual(withoutIdAndTimes(review), { ...BY_USER, ...TEXTS, itemId, itemType: 'product', rating: 4, userId: author.id });
      assert.deepEqual(await statsOf(guest(server), review), [4, 1, [0, 0, 0, 1, 0]]);
    });

    it('holds a guest’s review for moderation, uncounted', async () => {
      const itemId = newItem();
      const review = await guestReview({ itemId, guestEmail: ' Jane@Example.COM ', guestName: 'Jane' });
      const who = {
        userId: 'guest:jane@example.com',
        guestEmail: 'jane@example.com',
        guestName: 'Jane',
        isGuest: true,
        source: 'email_guest',
      };
      assert.deepEqual(withoutIdAndTimes(review), { ...UNSET, ...who, itemId, itemType: 'product', rating: 5, status: 'pending' });
      assert.deepEqual(await statsOf(guest(server), review), [0, 0, [0, 0, 0, 0, 0]]);
    });

    it('accepts an operator as the author of a review', async () => {
      assert.equal((await newReview(moderator))['userId'], 'operator:7');
    });

    it('requires the e-mail address of a guest', async () => {
      const body = { itemId: newItem(), itemType: 'product', rating: 5 };
      for (const fields of [{}, { guestEmail: null }, { guestEmail: '' }, { guestEmail: '  ' }, { guestEmail: 'guest:x' }])
        assert.deepEqual(
          faultsOf(
            await guest(server)
              .post('/reviews', { ...body, ...fields })
              .expect(400),
          ),
          ['guestEmail'],
        );
    });

    it('ignores guest fields from a signed-in caller', async () => {
      const review = await newReview(author, { guestEmail: 'jane@example.com', guestName: 'Jane' });
      assert.deepEqual([review['userId'], review['guestEmail'], review['guestName'], review['isGuest']], [author.id, null, null, false]);
    });

    it('ignores fields in the body that the server owns', async () => {
      const own = { id: 999_999, userId: stranger.id, status: 'approved', isGuest: false, source: 'authenticated', projectId: 12 };
      const more = {
        isSettled: true,
        statusReason: 'x',
        editedAt: '2001-01-01T00:00:00Z',
        createdAt: '2001-01-01T00:00:00Z',
        contentHash: 'x',
      };
      const review = await guestReview({ ...own, ...more });
      assert.ok(review.id < 999_999);
      const { userId, status, isGuest, source, projectId, statusReason, editedAt } = review;
      const kept = ['guest:jane@example.com', 'pending', true, 'email_guest', 11, null, null];
      assert.deepEqual([userId, status, isGuest, source, projectId, statusReason, editedAt], kept);
      assert.notEqual(review['createdAt'], '2001-01-01T00:00:00.000Z');
    });

    it('refuses an invalid token instead of assuming a guest', async () => {
      const body = { itemId: newItem(), itemType: 'product', rating: 5, guestEmail: 'jane@example.com' };
      assert.equal(codeOf(await client(server, { token: 'x.y.z' }).post('/reviews', body).expect(401)), 'token_not_valid');
    });

    it('stores the review in the project of header or token', async () => {
      const byGuest = await newReview(guest(server, 12), { guestEmail: 'jane@example.com', projectId: 11 });
      const byUser = await newReview(user(server, { projectId: 12 }));
      assert.deepEqual([byGuest['projectId'], byUser['projectId']], [12, 12]);
      const body = { itemId: newItem(), itemType: 'product', rating: 5, guestEmail: 'jane@example.com' };
      assert.equal(codeOf(await guest(server, 999_999).post('/reviews', body).expect(404)), 'project_not_found');
    });

    it('refuses writes but not reads where the project is inactive', async () => {
      await admin(server).post('/admin/projects', { name: 'Off', id: 13 }).expect(201);
      const review = await newReview(user(server, { projectId: 13 }));
      await admin(server).put('/admin/projects/13', { isActive: false }).expect(200);
      const body = { itemId: 1, itemType: 'product', rating: 5, guestEmail: 'jane@example.com' };
      assert.equal(codeOf(await guest(server, 13).post('/reviews', body).expect(403)), 'project_inactive');
      await guest(server, 13).get(`/reviews/${review.id}`).expect(200);
      await decide(staff(server, { projectId: 13 }), review.id, 'status=rejected');
      await staff(server, { projectId: 13 }).delete(`/reviews/${review.id}`).expect(200);
    });

    it('accepts one review per author where the project says so', async () => {
      await setOnePerAuthor(server, ['store']);
      const item = { itemType: 'store', itemId: newItem() };
      const first = await newReview(author, item);
      assert.equal(codeOf(await author.post('/reviews', { ...item, rating: 1 }).expect(409)), 'review_exists');
      assert.deepEqual(await statsOf(author, first), [5, 1, [0, 0, 0, 0, 1]]);
      const rejected = await guestReview(item);
      await decide(moderator, rejected.id, 'status=rejected');
      const again = await guest(server)
        .post('/reviews', { ...item, rating: 1, guestEmail: 'JANE@example.com' })
        .expect(409);
      assert.equal(codeOf(again), 'review_exists');
      await newReview(author, { ...item, itemId: newItem() });
      await newReview(author, { ...item, itemType: 'driver' });
      await newReview(user(server, { projectId: 12, userId: author.id }), item);
      await author.delete(`/reviews/${first.id}`).expect(200);
      await newReview(author, item);
      await setOnePerAuthor(server, []);
      await newReview(author, item);
    });
  });

  describe('GET /reviews/:id', () => {
    it('shows e-mail and reason of a review only to staff', async () => {
      const { id } = await guestReview();
      const byStaff = await decide(moderator, id, 'status=approved&reason=Thanks');
      const masked = { userId: 'guest:j***@example.com', guestEmail: null, statusReason: null };
      const full = { userId: 'guest:jane@example.com', guestEmail: 'jane@example.com', statusReason: 'Thanks' };
      const { contentHash, ...shown } = byStaff;
      assert.deepEqual(dataOf(await guest(server).get(`/reviews/${id}`).expect(200)), { ...shown, ...masked });
      assert.deepEqual(dataOf(await stranger.get(`/reviews/${id}`).expect(200)), { ...shown, ...masked });
      assert.deepEqual(dataOf(await moderator.get(`/reviews/${id}`).expect(200)), { ...shown, ...full, contentHash });
      assert.doesNotMatch((await guest(server).get('/reviews?limit=100').expect(200)).text, /jane/);
    });

    it('masks every e-mail address of a guest', async () => {
      const emails = { 'x@y.example': 'x***@y.example', '😀smile@example.com': '😀***@example.com', 'o.k+1@例え.jp': 'o***@例え.jp' };
      for (const [guestEmail, masked] of Object.entries(emails)) {
        const { id } = await guestReview({ guestEmail });
        await decide(moderator, id, 'status=approved');
        assert.equal(dataOf(await guest(server).get(`/reviews/${id}`).expect(200))['userId'], `guest:${masked}`);
      }
    });

    it('shows an unapproved review only to author and staff', async () => {
      const review = await newReview(author);
      await decide(moderator, review.id, 'status=rejected&reason=Off+topic');
      const waiting = await guestReview();
      for (const caller of [guest(server), stranger, client(server, { token: 'bad' })])
        for (const { id } of [review, waiting]) assert.equal(codeOf(await caller.get(`/reviews/${id}`).expect(404)), 'review_not_found');
      const own = dataOf(await author.get(`/reviews/${review.id}`).expect(200));
      assert.deepEqual([own['status'], own['statusReason'], 'contentHash' in own], ['rejected', 'Off topic', false]);
      const userInStaffRole = user(server, { role: 'staff' });
      assert.equal(dataOf(await userInStaffRole.get(`/reviews/${waiting.id}`).expect(200))['guestEmail'], 'jane@example.com');
    });

    it('answers 404 to a review of another project', async () => {
      const { id } = await newReview(user(server, { projectId: 12 }));
      for (const caller of [guest(server), author, moderator])
        assert.equal(codeOf(await caller.get(`/reviews/${id}`).expect(404)), 'review_not_found');
      await guest(server, 12).get(`/reviews/${id}`).expect(200);
      const mismatch = client(server, { token: author.token, headers: { 'X-Project-ID': '12' } });
      assert.equal(codeOf(await mismatch.get(`/reviews/${id}`).expect(403)), 'project_mismatch');
    });
  });

  describe('PUT /reviews/:id', () => {
    it('changes the given fields and moves the statistics', async () => {
      const review = await newReview(author, { ...TEXTS, rating: 2 });
      const edited = dataOf(await author.put(`/reviews/${review.id}`, { rating: 5, comment: null }).expect(200));
      const { editedAt, updatedAt, ...rest } = edited;
      const { editedAt: _, updatedAt: earlier, ...before } = review;
      assert.deepEqual(rest, { ...before, rating: 5, comment: null });
      assert.ok(String(editedAt) >= String(review['createdAt']) && String(updatedAt) >= earlier);
      assert.deepEqual(dataOf(await author.get(`/reviews/${review.id}`).expect(200)), edited);
      assert.deepEqual(await statsOf(author, review), [5, 1, [0, 0, 0, 0, 1]]);
    });

    it('clears images with null and with an empty list', async () => {
      for (const images of [null, []]) {
        const { id } = await newReview(author, TEXTS);
        assert.deepEqual(dataOf(await author.put(`/reviews/${id}`, { images }).expect(200))['images'], []);
      }
    });

    it('leaves the review untouched when nothing differs', async () => {
      const review = await newReview(author, TEXTS);
      assert.deepEqual(dataOf(await author.put(`/reviews/${review.id}`, { ...TEXTS, rating: 5 }).expect(200)), review);
    });

    it('sets an edited rejected review back to pending', async () => {
      const review = await newReview(author, { rating: 3 });
      await decide(moderator, review.id, 'status=rejected&reason=Rude');
      const same = dataOf(await author.put(`/reviews/${review.id}`, { rating: 3 }).expect(200));
      assert.deepEqual([same['status'], same['statusReason']], ['rejected', 'Rude']);
      const edited = dataOf(await author.put(`/reviews/${review.id}`, { rating: 4, status: 'approved' }).expect(200));
      assert.deepEqual([edited['status'], edited['statusReason']], ['pending', null]);
      assert.notEqual(edited['editedAt'], null);
      assert.equal((await storedReview(server, review.id))?.isSettled, false);
      assert.deepEqual(await statsOf(author, review), [0, 0, [0, 0, 0, 0, 0]]);
      const again = dataOf(await author.put(`/reviews/${review.id}`, { rating: 1 }).expect(200));
      assert.equal(again['status'], 'pending');
    });

    it('ignores fields in the body that the server owns', async () => {
      const review = await newReview(author);
      const own = { id: 1, projectId: 12, userId: stranger.id, status: 'pending', itemId: 77, itemType: 'store', isGuest: true };
      assert.deepEqual(faultsOf(await author.put(`/reviews/${review.id}`, own).expect(400)), ['body']);
      const edited = dataOf(await author.put(`/reviews/${review.id}`, { ...own, guestName: 'x', title: 'Yes' }).expect(200));
      const { title: _, editedAt: __, updatedAt: ___, ...rest } = edited;
      const { title: ____, editedAt: _____, updatedAt: ______, ...before } = review;
      assert.deepEqual(rest, before);
    });

    it('allows only the author, not staff', async () => {
      const review = await newReview(author);
      const byGuest = await guestReview();
      const others = [
        [stranger, review] as const,
        ...[moderator, user(server, { role: 'admin' })].flatMap((caller) => [[caller, review] as const, [caller, byGuest] as const]),
      ];
      for (const [caller, { id }] of others)
        assert.equal(codeOf(await caller.put(`/reviews/${id}`, { rating: 1 }).expect(403)), 'not_owner');
      assert.equal(codeOf(await guest(server).put(`/reviews/${review.id}`, { rating: 1 }).expect(401)), 'not_authenticated');
      assert.equal((await storedReview(server, review.id))?.rating, 5);
    });

    it('answers 404 to the caller’s review in another project', async () => {
      const { id } = await newReview(user(server, { projectId: 12, userId: author.id }));
      assert.equal(codeOf(await author.put(`/reviews/${id}`, { rating: 1 }).expect(404)), 'review_not_found');
      assert.equal((await storedReview(server, id))?.rating, 5);
    });
  });

  describe('DELETE /reviews/:id', () => {
    it('deletes the caller’s review with its comments, once', async () => {
      const review = await newReview(author);
      const about = { entityType: 'review', entityId: review.id };
      await stranger.post('/comments', { ...about, content: 'Agreed' }).expect(201);
      assert.deepEqual((await author.delete(`/reviews/${review.id}`).expect(200)).body.data, { id: review.id });
      assert.equal(await storedReview(server, review.id), null);
      assert.deepEqual(await statsOf(author, review), [0, 0, [0, 0, 0, 0, 0]]);
      assert.deepEqual(await auditOf(server, review.id), []);
      await expectExactCounts(server);
      for (const caller of [author, moderator])
        assert.equal(codeOf(await caller.delete(`/reviews/${review.id}`).expect(404)), 'review_not_found');
      await author.put(`/reviews/${review.id}`, { rating: 1 }).expect(404);
      await guest(server).get(`/reviews/${review.id}`).expect(404);
    });

    it('lets staff delete any review and audits that', async () => {
      for (const review of [await newReview(author, { rating: 2 }), await guestReview({ rating: 2 })]) {
        await moderator.delete(`/reviews/${review.id}`).expect(200);
        const before = { itemType: 'product', itemId: review.itemId, rating: 2, status: review['status'] };
        assert.deepEqual(await auditOf(server, review.id), [{ action: 'review.deleted', actor: 'operator:7', details: { before } }]);
      }
    });

    it('answers 404 to others for a hidden review', async () => {
      const rejected = await newReview(author);
      await decide(moderator, rejected.id, 'status=rejected');
      for (const { id } of [rejected, await guestReview()]) {
        for (const request of [stranger.delete(`/reviews/${id}`), stranger.put(`/reviews/${id}`, { rating: 1 })])
          assert.equal(codeOf(await request.expect(404)), 'review_not_found');
        assert.equal((await storedReview(server, id))?.rating, 5);
      }
      await author.delete(`/reviews/${rejected.id}`).expect(200);
    });

    it('refuses other users and staff of other projects', async () => {
      const { id } = await newReview(author);
      assert.equal(codeOf(await stranger.delete(`/reviews/${id}`).expect(403)), 'not_owner');
      assert.equal(codeOf(await guest(server).delete(`/reviews/${id}`).expect(401)), 'not_authenticated');
      const elsewhere = user(server, { projectId: 12, userId: author.id });
      for (const caller of [elsewhere, staff(server, { projectId: 12 })])
        assert.equal(codeOf(await caller.delete(`/reviews/${id}`).expect(404)), 'review_not_found');
      assert.notEqual(await storedReview(server, id), null);
    });
  });

  describe('GET /reviews/stats/:itemType/:itemId', () => {
    it('averages the approved reviews of the item to 2 decimals', async () => {
      const item = { itemType: 'driver', itemId: newItem() };
      for (const rating of [5, 4, 4]) await newReview(author, { ...item, rating });
      await guestReview({ ...item, rating: 1 });
      await newReview(author, { ...item, itemType: 'store', rating: 1 });
      await newReview(user(server, { projectId: 12 }), { ...item, rating: 1 });
      assert.deepEqual(await statsOf(guest(server), item), [4.33, 3, [0, 0, 0, 2, 1]]);
      assert.deepEqual(await statsOf(guest(server, 12), item), [1, 1, [1, 0, 0, 0, 0]]);
      for (const rating of [4, 4, 4, 4, 4]) await newReview(author, { ...item, rating });
      assert.deepEqual((await statsOf(guest(server), item))[0], 4.13);
    });

    it('returns zeros for an item without reviews', async () => {
      const { body } = await guest(server).get(`/reviews/stats/group_deal/2147483647`).expect(200);
      const distribution = { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 };
      assert.deepEqual(body.data, { itemType: 'group_deal', itemId: 2_147_483_647, averageRating: 0, totalReviews: 0, distribution });
    });
  });

  it('keeps users and operators with one id apart', async () => {
    const userId = randomUUID();
    const { id } = await newReview(moderator);
    for (const caller of [user(server, { userId }), staff(server, { operatorId: 8 })])
      await caller.put(`/reviews/${id}`, { rating: 1 }).expect(403);
    await moderator.put(`/reviews/${id}`, { rating: 1 }).expect(200);
  });
});
