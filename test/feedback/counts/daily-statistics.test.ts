import assert from 'node:assert/strict';
import { continueBackfill } from '../../../server/platform/db/records/backfill.ts';
import { incrementDays } from '../../../server/platform/db/records/daily-counts.ts';
import { sumBackfill } from '../../../server/platform/db/records/recount-steps.ts';
import { AUTH_SUMS, recountAuth } from '../../../server/services/auth/auth-sums.ts';
import { DAILY_SUMS as FEEDBACK_DAYS } from '../../../server/services/feedback/counts/daily-sums.ts';
import { client } from '../../support/requests/client.ts';
import { operatorToken, phoneToken } from '../../support/requests/tokens.ts';
import type { TestServer } from '../../support/server.ts';
import { newProject, ownStatementsOf } from '../content-support.ts';
import { newPost } from '../posts/post-support.ts';
import { type Caller, executeAcrossProjects, expectExactCounts, guest, staff, startFeedbackServer, user } from '../support.ts';

const DAY_MS = 86_400_000;
const NOTHING = { reviews: 0, averageRating: null, posts: 0, votes: 0, comments: 0, registrations: 0, signIns: 0 };

interface Day {
  readonly day: string;
  readonly reviews: number;
  readonly votes: number;
}

describe('GET /admin/stats/daily', () => {
  let server: TestServer;
  let projectId: number;
  let someone: Caller;
  let now = new Date();

  before(async () => {
    server = await startFeedbackServer({ clock: { now: () => now } });
  });
  beforeEach(async () => {
    now = new Date();
    projectId = await newProject(server);
    someone = user(server, { projectId });
  });
  after(() => server.close());

  /** Their tokens hold for the time of the server. */
  const moderator = () => client(server, { token: operatorToken(server, { operatorId: 7, projectId, role: 'staff' }, now) });
  const author = () => client(server, { token: phoneToken(server, { userId: someone.id, projectId }, now) });
  const ask = async (days = 2): Promise<Day[]> => (await moderator().get(`/admin/stats/daily?days=${days}`).expect(200)).body.data;
  const today = async () => (await ask()).at(-1);
  const dayBefore = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString().slice(0, 10);
  const review = async (rating: number, itemId = 7) =>
    (await user(server, { projectId }).post('/reviews', { itemType: 'product', itemId, rating }).expect(201)).body.data;
  const decide = (id: number, status: string) =>
    staff(server, { projectId }).put(`/admin/reviews/${id}/status?status=${status}`).expect(200);

  it('returns a row for each day without anything', async () => {
    const days = await ask(90);
    assert.equal(days.length, 90);
    assert.deepEqual(days[0], { day: dayBefore(89), ...NOTHING });
    assert.deepEqual(days.at(-1), { day: dayBefore(0), ...NOTHING });
    assert.deepEqual(
      days.map(({ day }) => day),
      days.map(({ day }) => day).toSorted(),
    );
  });

  it('refuses fewer than one day or more than ninety', async () => {
    for (const days of ['0', '91', 'x', '1.5', '']) await staff(server, { projectId }).get(`/admin/stats/daily?days=${days}`).expect(400);
    assert.equal((await staff(server, { projectId }).get('/admin/stats/daily').expect(200)).body.data.length, 30);
  });

  it('averages the approved reviews of the day', async () => {
    const [first] = [await review(5), await review(4), await review(4)];
    const body = { itemType: 'store', itemId: 1, rating: 1, guestEmail: 'g@example.com' };
    const waiting = (await guest(server, projectId).post('/reviews', body).expect(201)).body.data;
    assert.deepEqual(await today(), { ...NOTHING, day: dayBefore(0), reviews: 4, averageRating: 4.33 });
    await decide(waiting.id, 'approved');
    assert.deepEqual(await today(), { ...NOTHING, day: dayBefore(0), reviews: 4, averageRating: 3.5 });
    await decide(first.id, 'rejected');
    assert.deepEqual(await today(), { ...NOTHING, day: dayBefore(0), reviews: 4, averageRating: 3 });
    await staff(server, { projectId }).delete(`/reviews/${first.id}`).expect(200);
    assert.deepEqual(await today(), { ...NOTHING, day: dayBefore(0), reviews: 3, averageRating: 3 });
  });

  it('keeps a change of an old review in its day', async () => {
    const { body } = await author().post('/reviews', { itemType: 'product', itemId: 9, rating: 5 }).expect(201);
    now = new Date(now.getTime() + 3 * DAY_MS);
    await author().put(`/reviews/${body.data.id}`, { rating: 2 }).expect(200);
    const days = await ask(4);
    assert.deepEqual(days[0], { ...NOTHING, day: dayBefore(3), reviews: 1, averageRating: 2 });
    assert.deepEqual(days.at(-1), { ...NOTHING, day: dayBefore(0) });
  });

  it('counts votes and comments until they are taken back', async () => {
    const [kept, gone] = [await newPost(someone), await newPost(someone)];
    for (const { id } of [kept, gone]) {
      await someone.post(`/posts/${id}/vote`).expect(200);
      await someone.post('/comments', { entityType: 'post', entityId: id, content: 'Yes' }).expect(201);
    }
    assert.deepEqual(await today(), { ...NOTHING, day: dayBefore(0), posts: 2, votes: 2, comments: 2 });
    const { body } = await someone.post('/comments', { entityType: 'post', entityId: kept.id, content: 'No' }).expect(201);
    await someone.delete(`/comments/${body.data.id}`).expect(200);
    await someone.delete(`/posts/${kept.id}/vote`).expect(200);
    await someone.delete(`/posts/${kept.id}/vote`).expect(200);
    assert.deepEqual(await today(), { ...NOTHING, day: dayBefore(0), posts: 2, votes: 1, comments: 2 });
    await someone.delete(`/posts/${gone.id}`).expect(200);
    assert.deepEqual(await today(), { ...NOTHING, day: dayBefore(0), posts: 1, votes: 1, comments: 2 });
    await expectExactCounts(server);
  });

  it('takes a vote back from the day of the vote', async () => {
    const post = await newPost(someone);
    await someone.post(`/posts/${post.id}/vote`).expect(200);
    now = new Date(now.getTime() + DAY_MS);
    await author().delete(`/posts/${post.id}/vote`).expect(200);
    assert.deepEqual(
      (await ask()).map(({ votes }) => votes),
      [0, 0],
    );
    await expectExactCounts(server);
  });

  it('needs one statement, however many rows there are', async () => {
    for (let index = 0; index < 20; index += 1) await review(3, index + 1);
    const sent = await ownStatementsOf(server, () => ask(90));
    assert.equal(sent.length, 1, sent.join('\n'));
  });

  it('counts the rows of older releases once', async () => {
    await review(5);
    await review(2);
    const post = await newPost(someone);
    await someone.post(`/posts/${post.id}/vote`).expect(200);
    const counted = await today();
    await executeAcrossProjects(server.db, 'DELETE FROM daily_counts');
    await executeAcrossProjects(server.db, 'DELETE FROM backfills');
    await review(4);
    const backfills = [...AUTH_SUMS, ...FEEDBACK_DAYS].map(sumBackfill);
    for (let pass = 0; pass < 3; pass += 1) {
      for (const each of backfills) await continueBackfill(server.db, each, now, async () => true);
      now = new Date(now.getTime() + 2 * DAY_MS);
      assert.deepEqual((await ask(90))[89 - 2 * (pass + 1)], { ...counted, reviews: 3, averageRating: 3.67 });
    }
    await expectExactCounts(server);
    assert.deepEqual(await recountAuth(server.db, { repair: false }), []);
  });

  it('never shows a number below zero', async () => {
    await incrementDays(server.db, projectId, [{ at: now, reviews: -1, approved: -1, stars: -5 }]);
    assert.deepEqual(await today(), { ...NOTHING, day: dayBefore(0) });
    await incrementDays(server.db, projectId, [{ at: now, reviews: 1, approved: 1, stars: 5 }]);
  });
});
