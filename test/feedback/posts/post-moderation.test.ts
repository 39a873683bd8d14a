import assert from 'node:assert/strict';
import { codeOf } from '../../apps/support.ts';
import type { TestServer } from '../../support/server.ts';
import { type Caller, expectExactCounts, guest, staff, startFeedbackServer, user } from '../support.ts';
import { auditOf, countsOf, newPost, type PostData } from './post-support.ts';

const STATUSES = ['planned', 'in_progress', 'completed', 'declined', 'under_review'] as const;

describe('moderation of posts', () => {
  let server: TestServer;
  let author: Caller;
  let chief: Caller;
  let post: PostData;

  before(async () => {
    server = await startFeedbackServer();
    author = user(server);
    chief = staff(server);
  });
  beforeEach(async () => {
    post = await newPost(author, { category: 'bug' });
  });
  after(async () => {
    await expectExactCounts(server);
    await server.close();
  });

  const path = (query = '') => `/admin/posts/${post.id}/status${query}`;
  const shown = async () => (await guest(server).get(`/posts/${post.id}`).expect(200)).body.data;

  describe('PUT /admin/posts/:id/status', () => {
    it('moves a post between any statuses, with counts and audit', async () => {
      let before: string = 'under_review';
      for (const status of STATUSES) {
        const counts = await countsOf(server, 11);
        const { body } = await chief.put(path(`?status=${status}`)).expect(200);
        assert.deepEqual([body.message, body.data], ['Status set.', await shown()]);
        assert.equal(body.data.status, status);
        const moved = await countsOf(server, 11);
        assert.equal(moved[`posts:${status}:bug`], (counts[`posts:${status}:bug`] ?? 0) + 1);
        assert.equal(moved[`posts:${before}:bug`] ?? 0, (counts[`posts:${before}:bug`] ?? 0) - 1);
        before = status;
      }
      assert.deepEqual(
        (await auditOf(server, post.id)).map(({ action, details }) => [action, (details as { before: string }).before]),
        ['under_review', ...STATUSES.slice(0, -1)].map((from) => ['post.status_changed', from]),
      );
    });

    it('audits actor, statuses before and after, and reason', async () => {
      await chief.put(path('?status=declined&reason=Out%20of%20scope')).expect(200);
      assert.deepEqual(await auditOf(server, post.id), [
        {
          action: 'post.status_changed',
          actor: 'operator:7',
          details: { before: 'under_review', after: 'declined', reason: 'Out of scope' },
        },
      ]);
    });

    it('changes nothing when the status stays the same', async () => {
      await chief.put(path('?status=planned')).expect(200);
      const before = [await shown(), await countsOf(server, 11), await auditOf(server, post.id)];
      const { body } = await chief.put(path('?status=planned&reason=Again')).expect(200);
      assert.deepEqual(body.data, before[0]);
      assert.deepEqual([await shown(), await countsOf(server, 11), await auditOf(server, post.id)], before);
    });

    it('prefers status and reason of the query to the body', async () => {
      const moves: [query: string, body: unknown, status: string, reason: string | null][] = [
        ['', { status: 'planned' }, 'planned', null],
        ['', { status: 'completed', reason: 'Done' }, 'completed', 'Done'],
        ['?status=planned', { status: 'declined', reason: 'Body' }, 'planned', 'Body'],
        ['?status=in_progress&reason=Query', { status: 'declined', reason: 'Body' }, 'in_progress', 'Query'],
        ['?reason=Query', { status: 'declined' }, 'declined', 'Query'],
        ['?status=planned', { reason: null }, 'planned', null],
      ];
      for (const [query, body, status, reason] of moves) {
        await chief.put(path(query), body).expect(200);
        const { details } = (await auditOf(server, post.id)).at(-1) ?? {};
        const { after, reason: kept } = details as { after: string; reason: string | null };
        assert.deepEqual([(await shown()).status, after, kept], [status, status, reason]);
      }
    });

    it('does not mark the post as edited', async () => {
      await chief.put(path('?status=planned')).expect(200);
      assert.equal((await shown()).editedAt, null);
    });

    it('allows only staff of the project', async () => {
      const query = path('?status=completed');
      assert.equal(codeOf(await guest(server).put(query).expect(401)), 'not_authenticated');
      for (const role of ['customer', 'driver', 'pending'] as const)
        assert.equal(codeOf(await user(server, { role, userId: author.id }).put(query).expect(403)), 'permission_denied');
      assert.equal(codeOf(await staff(server, { projectId: 12 }).put(query).expect(404)), 'post_not_found');
      assert.equal(codeOf(await chief.put(query).set('X-Project-ID', '12').expect(403)), 'project_mismatch');
      assert.equal((await shown()).status, 'under_review');
      for (const role of ['staff', 'admin'] as const) await user(server, { role }).put(query).expect(200);
      await staff(server, { role: 'admin' }).put(query).expect(200);
    });
  });

  describe('GET /admin/posts', () => {
    it('allows only staff to list posts for moderation', async () => {
      assert.equal(codeOf(await guest(server).get('/admin/posts').expect(401)), 'not_authenticated');
      for (const role of ['customer', 'driver', 'pending'] as const)
        assert.equal(codeOf(await user(server, { role }).get('/admin/posts').expect(403)), 'permission_denied');
      for (const role of ['staff', 'admin'] as const) await user(server, { role }).get('/admin/posts').expect(200);
      await chief.get('/admin/posts').expect(200);
    });
  });
});
