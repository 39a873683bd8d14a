import assert from 'node:assert/strict';
import { Review } from '../../../models/feedback/Review.ts';
import { openRace, type Race, type RaceCall, repeat } from '../../support/race.ts';
import { tally } from '../../support/requests/key-access.ts';
import type { TestServer } from '../../support/server.ts';
import { type Caller, expectExactCounts, guest, staff, startFeedbackServer, user } from '../support.ts';
import { auditOf, decide, newItem, newReview, setOnePerAuthor, statsOf, storedReview } from './review-support.ts';

const ROUNDS = 10;

describe('concurrent changes of reviews', () => {
  let server: TestServer;
  let author: Caller;
  let moderator: Caller;
  let byAuthor: Race;
  let byGuest: Race;
  let byStaff: Race;

  before(async () => {
    server = await startFeedbackServer();
    author = user(server);
    moderator = staff(server);
    byAuthor = await openRace(server, 40, { Authorization: `Bearer ${author.token}` });
    byGuest = await openRace(server, 40);
    byStaff = await openRace(server, 40, { Authorization: `Bearer ${moderator.token}` });
  });
  after(async () => {
    for (const race of [byAuthor, byGuest, byStaff]) race.close();
    await server.close();
  });
  afterEach(() => expectExactCounts(server));

  const post = (fields: object): RaceCall => ({ method: 'POST', path: '/reviews', body: { itemType: 'store', rating: 5, ...fields } });
  const put = (id: number, body: object): RaceCall => ({ method: 'PUT', path: `/reviews/${id}`, body });
  const status = (id: number, to: string): RaceCall => ({ method: 'PUT', path: `/admin/reviews/${id}/status?status=${to}` });

  it('accept one of 30 reviews where the project wants one', async () => {
    await setOnePerAuthor(server, ['store']);
    for (let round = 0; round < ROUNDS; round += 1) {
      const itemId = newItem();
      const isGuest = round % 2 === 1;
      const race = isGuest ? byGuest : byAuthor;
      const answers = await race.run(repeat(30, () => post({ itemId, ...(isGuest ? { guestEmail: 'jane@example.com' } : {}) })));
      assert.deepEqual(tally(answers), { 201: 1, 409: 29 });
      assert.equal(await server.db.model(Review).count({ where: { projectId: 11, itemType: 'store', itemId } }), 1);
      assert.deepEqual((await statsOf(author, { itemType: 'store', itemId }))[1], isGuest ? 0 : 1);
    }
    await setOnePerAuthor(server, []);
  });

  it('count every one of 40 reviews of an item', async () => {
    const itemId = newItem();
    const answers = await byAuthor.run(repeat(40, (index) => post({ itemId, rating: (index % 5) + 1 })));
    assert.deepEqual(tally(answers), { 201: 40 });
    assert.deepEqual(await statsOf(author, { itemType: 'store', itemId }), [3, 40, [8, 8, 8, 8, 8]]);
  });

  it('approve with If-Match only the text that was read', async () => {
    const seen = { rating: 5, title: 'seen' };
    const { id: first } = await newReview(author, seen);
    const { body } = await moderator.get(`/reviews/${first}`).expect(200);
    const careful = await openRace(server, 5, { Authorization: `Bearer ${moderator.token}`, 'If-Match': `"${body.data.contentHash}"` });
    const outcomes = new Set<number>();
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await newReview(author, seen);
      await decide(moderator, id, 'status=rejected');
      const edits = repeat(5, () => put(id, { title: 'edited' }));
      const approvals = repeat(5, () => status(id, 'approved'));
      const [edited, approved] = await Promise.all([byAuthor.run(edits), careful.run(approvals)]);
      assert.deepEqual(tally(edited), { 200: 5 });
      for (const answer of approved) {
        outcomes.add(answer.status);
        if (answer.status === 200) assert.equal((answer.body['data'] as { title: string }).title, 'seen');
        else assert.equal(answer.body['code'], 'content_changed');
      }
      // the approval came before the edits, or the edits came first and prevented it
      const wasApproved = approved.some((answer) => answer.status === 200);
      const kept = await storedReview(server, id);
      assert.deepEqual([kept?.title, kept?.status, kept?.editedAt !== null], ['edited', wasApproved ? 'approved' : 'pending', true]);
    }
    careful.close();
    assert.ok(outcomes.has(412));
  });

  it('keep the last decision and audit each move', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const review = await newReview(guest(server), { guestEmail: 'jane@example.com', rating: 3 });
      const answers = await byStaff.run(repeat(10, (index) => status(review.id, index % 2 === 0 ? 'approved' : 'rejected')));
      assert.deepEqual(tally(answers), { 200: 10 });
      const moves = (await auditOf(server, review.id)).map(({ details }) => details);
      assert.ok(moves.length >= 2);
      const befores = moves.map(({ before }) => before);
      const afters = moves.map(({ after }) => after);
      assert.deepEqual(befores, ['pending', ...afters.slice(0, -1)]);
      const kept = await storedReview(server, review.id);
      assert.equal(kept?.status, afters.at(-1));
      const shown = kept?.status === 'approved' ? 1 : 0;
      assert.deepEqual(await statsOf(author, review), [3 * shown, shown, [0, 0, shown, 0, 0]]);
    }
  });

  it('show consistent statistics while ratings change', async () => {
    const item = { itemType: 'driver', itemId: newItem() };
    const ids: number[] = [];
    for (let index = 0; index < 5; index += 1) ids.push((await newReview(author, { ...item, rating: 1 })).id);
    for (let round = 0; round < ROUNDS; round += 1) {
      const edits = ids.flatMap((id, index) => [
        put(id, { rating: ((round + index) % 5) + 1 }),
        put(id, { rating: ((round + index + 2) % 5) + 1 }),
      ]);
      const polls = repeat(20, () => ({ method: 'GET', path: `/reviews/stats/driver/${item.itemId}` }));
      const [edited, polled] = await Promise.all([byAuthor.run(edits), byGuest.run(polls)]);
      assert.deepEqual(tally(edited), { 200: 10 });
      for (const { body } of polled) {
        const { totalReviews, distribution } = body['data'] as { totalReviews: number; distribution: Record<string, number> };
        const counts = Object.values(distribution);
        assert.deepEqual([totalReviews, counts.reduce((sum, count) => sum + count, 0)], [5, 5]);
        assert.ok(counts.every((count) => count >= 0));
      }
    }
  });

  it('keep the sums exact during edits, decisions and deletion', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await newReview(author, { itemType: 'store', itemId: 1, rating: 1 });
      const comment: RaceCall = { method: 'POST', path: '/comments', body: { entityType: 'review', entityId: id, content: 'Yes' } };
      const own = repeat(10, (index) => (index % 2 === 0 ? put(id, { rating: (index % 5) + 1 }) : comment));
      const end: RaceCall = { method: 'DELETE', path: `/reviews/${id}` };
      const decisions = [...repeat(8, (index) => status(id, ['approved', 'pending', 'rejected'][index % 3] ?? '')), end, end];
      const [edited, decided] = await Promise.all([byAuthor.run(own), byStaff.run(decisions)]);
      assert.deepEqual(tally(decided.slice(-2)), { 200: 1, 404: 1 });
      for (const answer of [...edited, ...decided]) assert.ok([200, 201, 404].includes(answer.status), String(answer.status));
      assert.equal(await storedReview(server, id), null);
    }
  });
});
