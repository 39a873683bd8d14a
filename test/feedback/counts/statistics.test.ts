import assert from 'node:assert/strict';
import { incrementCounters } from '../../../server/services/feedback/counts/counts.ts';
import { codeOf } from '../../apps/support.ts';
import { admin, client } from '../../support/requests/client.ts';
import type { TestServer } from '../../support/server.ts';
import { newProject, ownStatementsOf } from '../content-support.ts';
import { newPost } from '../posts/post-support.ts';
import { type Caller, expectExactCounts, guest, staff, startFeedbackServer, user } from '../support.ts';

const NOTHING = {
  reviews: { total: 0, pending: 0, approved: 0, rejected: 0, averageRating: 0 },
  posts: {
    total: 0,
    byStatus: { under_review: 0, planned: 0, in_progress: 0, completed: 0, declined: 0 },
    byCategory: { bug: 0, feature: 0, improvement: 0, other: 0 },
  },
  comments: { total: 0 },
  votes: { total: 0 },
  favorites: { total: 0 },
  roadmap: { total: 0, byStatus: { planned: 0, in_progress: 0, completed: 0 } },
  changelog: { total: 0 },
  oldestPendingAt: null,
};

describe('GET /admin/stats', () => {
  let server: TestServer;
  let projectId: number;
  let someone: Caller;

  before(async () => {
    server = await startFeedbackServer();
  });
  beforeEach(async () => {
    projectId = await newProject(server);
    someone = user(server, { projectId });
  });
  after(() => server.close());

  const stats = async (of = projectId) => (await staff(server, { projectId: of }).get('/admin/stats').expect(200)).body.data;
  const review = async (rating: number, itemType = 'product') =>
    (await user(server, { projectId }).post('/reviews', { itemType, itemId: 7, rating }).expect(201)).body.data;
  const guestReview = async (rating: number) => {
    const body = { itemType: 'store', itemId: 1, rating, guestEmail: 'g@example.com' };
    return (await guest(server, projectId).post('/reviews', body).expect(201)).body.data;
  };
  const decide = (id: number, status: string) =>
    staff(server, { projectId }).put(`/admin/reviews/${id}/status?status=${status}`).expect(200);

  it('returns every key for an empty project', async () => {
    assert.deepEqual(await stats(), NOTHING);
  });

  it('counts reviews by status and averages the approved ones', async () => {
    for (const [rating, itemType] of [
      [5, 'product'],
      [4, 'driver'],
      [4, 'product'],
    ] as const)
      await review(rating, itemType);
    const [oldest, rejected, next] = [await guestReview(1), await guestReview(1), await guestReview(1)];
    await decide(rejected.id, 'rejected');
    const { reviews, oldestPendingAt } = await stats();
    assert.deepEqual(reviews, { total: 6, pending: 2, approved: 3, rejected: 1, averageRating: 4.33 });
    assert.equal(oldestPendingAt, oldest.createdAt);
    await decide(oldest.id, 'approved');
    assert.deepEqual((await stats()).reviews, { total: 6, pending: 1, approved: 4, rejected: 1, averageRating: 3.5 });
    assert.equal((await stats()).oldestPendingAt, next.createdAt);
    await decide(next.id, 'rejected');
    assert.equal((await stats()).oldestPendingAt, null);
  });

  it('rounds the average rating to two decimals', async () => {
    const cases = [
      [{ 1: 1, 2: 2 }, 1.67],
      [{ 4: 199, 5: 1 }, 4.01],
      [{ 1: 1, 5: 199 }, 4.98],
      [{ 5: 3 }, 5],
      [{ 1: 999_999, 5: 1 }, 1],
    ] as const;
    for (const [ratings, average] of cases) {
      const move = (by: 1 | -1) =>
        incrementCounters(
          server.db,
          projectId,
          Object.fromEntries(Object.entries(ratings).map(([rating, count]) => [`reviews:approved:store:${rating}`, by * count])),
        );
      await move(1);
      assert.equal((await stats()).reviews.averageRating, average, JSON.stringify(ratings));
      await move(-1);
    }
  });

  it('counts posts by status and category, votes, comments', async () => {
    const [a, b] = [await newPost(someone, { category: 'bug' }), await newPost(someone, { category: 'bug' })];
    const gone = await newPost(someone, { category: 'other' });
    await staff(server, { projectId }).put(`/admin/posts/${b.id}/status?status=planned`).expect(200);
    for (const caller of [someone, user(server, { projectId })])
      for (const { id } of [a, gone]) {
        await caller.post(`/posts/${id}/vote`).expect(200);
        await caller.post('/comments', { entityType: 'post', entityId: id, content: 'Yes', parentId: null }).expect(201);
      }
    await someone.delete(`/posts/${gone.id}`).expect(200);
    const { posts, votes, comments } = await stats();
    assert.deepEqual(posts, {
      total: 2,
      byStatus: { ...NOTHING.posts.byStatus, under_review: 1, planned: 1 },
      byCategory: { ...NOTHING.posts.byCategory, bug: 2 },
    });
    assert.deepEqual([votes, comments], [{ total: 2 }, { total: 2 }]);
  });

  it('counts favorites, roadmap by status and all changelog entries', async () => {
    for (const itemId of [1, 2, 3]) await someone.post('/favorites', { itemId, itemType: 'store' }).expect(201);
    await someone.delete('/favorites/2/store').expect(200);
    for (const status of ['planned', 'completed', 'completed']) await someone.post('/roadmap', { title: 'x', status }).expect(201);
    for (const publishedAt of ['2026-01-01T00:00:00Z', '9999-01-01T00:00:00Z'])
      await someone.post('/changelog', { title: 'x', content: 'x', publishedAt }).expect(201);
    const { favorites, roadmap, changelog } = await stats();
    assert.deepEqual(favorites, { total: 2 });
    assert.deepEqual(roadmap, { total: 3, byStatus: { planned: 1, in_progress: 0, completed: 2 } });
    assert.deepEqual(changelog, { total: 2 });
  });

  it("counts only the rows of the caller's project", async () => {
    const other = await newProject(server);
    await review(5);
    await guestReview(1);
    await newPost(someone);
    await someone.post('/favorites', { itemId: 7, itemType: 'product' }).expect(201);
    assert.deepEqual(await stats(other), NOTHING);
    assert.equal((await stats()).reviews.total, 2);
    await expectExactCounts(server);
  });

  it('needs two statements, however many rows there are', async () => {
    const ask = () => ownStatementsOf(server, () => stats());
    const empty = await ask();
    assert.equal(empty.length, 2, empty.join('\n'));
    for (let index = 0; index < 20; index += 1) await guestReview(3);
    assert.equal((await ask()).length, 2);
  });

  it('allows only staff and admins of the project', async () => {
    const welcome = [
      user(server, { projectId, role: 'staff' }),
      user(server, { projectId, role: 'admin' }),
      staff(server, { projectId, role: 'admin' }),
    ];
    for (const caller of welcome) assert.deepEqual((await caller.get('/admin/stats').expect(200)).body.data, NOTHING);
    for (const role of ['customer', 'driver', 'pending'] as const)
      for (const path of ['/admin/stats', '/ADMIN/stats/'])
        assert.equal(codeOf(await user(server, { projectId, role }).get(path).expect(403)), 'permission_denied');
    assert.equal(codeOf(await guest(server, projectId).get('/admin/stats').expect(401)), 'not_authenticated');
    await admin(server).get('/admin/stats').expect(200);
    const elsewhere = client(server, { token: staff(server, { projectId }).token, headers: { 'X-Project-ID': '12' } });
    assert.equal(codeOf(await elsewhere.get('/admin/stats').expect(403)), 'project_mismatch');
  });

  it('works for a project that is switched off', async () => {
    await someone.post('/favorites', { itemId: 7, itemType: 'product' }).expect(201);
    await admin(server).put(`/admin/projects/${projectId}`, { isActive: false }).expect(200);
    assert.deepEqual((await stats()).favorites, { total: 1 });
  });
});
