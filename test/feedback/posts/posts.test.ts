import assert from 'node:assert/strict';
import { codeOf, withoutIdAndTimes } from '../../apps/support.ts';
import { execute, selectRows } from '../../support/databases/sql.ts';
import { admin, client } from '../../support/requests/client.ts';
import type { TestServer } from '../../support/server.ts';
import { type Caller, expectExactCounts, guest, selectAcrossProjects, staff, startFeedbackServer, user } from '../support.ts';
import { auditOf, countsOf, GOOD_POST, idsOf, newPost, storedPost, votersOf } from './post-support.ts';

const TEXT = 'مرحبا 👋🏽 <b>"bold"</b> & \'quoted\'\n\tline two; DROP TABLE posts;--';

describe('posts', () => {
  let server: TestServer;
  let author: Caller;

  before(async () => {
    server = await startFeedbackServer();
    author = user(server);
  });
  after(async () => {
    await expectExactCounts(server);
    await server.close();
  });

  const get = async (id: number) => (await guest(server).get(`/posts/${id}`).expect(200)).body.data;
  const refusal = async (request: PromiseLike<{ status: number; body: Record<string, unknown> }>) => {
    const { status, body } = await request;
    return `${status} ${String(body['code'])}`;
  };

  describe('POST /posts', () => {
    it('creates a post under review for caller and project', async () => {
      const before = await countsOf(server, 11);
      const { body } = await author.post('/posts', GOOD_POST).expect(201);
      assert.deepEqual(
        [body.message, withoutIdAndTimes(body.data)],
        [
          'Post created.',
          {
            ...GOOD_POST,
            status: 'under_review',
            userId: author.id,
            votesCount: 0,
            commentsCount: 0,
            projectId: 11,
            editedAt: null,
            hasVoted: false,
          },
        ],
      );
      const { hasVoted: _, ...shown } = body.data;
      assert.deepEqual(await get(body.data.id), shown);
      const name = 'posts:under_review:feature';
      assert.equal((await countsOf(server, 11))[name], (before[name] ?? 0) + 1);
    });

    it('stores an operator’s post under the operator’s id', async () => {
      const { id } = await newPost(staff(server));
      assert.equal((await get(id)).userId, 'operator:7');
    });

    it('stores every text exactly as it was sent', async () => {
      const { id } = await newPost(author, { title: TEXT.split('\n')[0], description: TEXT });
      const { title, description } = await get(id);
      assert.deepEqual([title, description], [TEXT.split('\n')[0], TEXT]);
    });

    it('ignores fields in the body that the server owns', async () => {
      const forged = { id: 999_999, status: 'planned', userId: 'me', votesCount: 7, commentsCount: 7, projectId: 12, trending: 9e9 };
      const post = await newPost(author, {
        ...forged,
        editedAt: '2001-01-01T00:00:00Z',
        createdAt: '2001-01-01T00:00:00Z',
        hasVoted: true,
      });
      const { projectId, status, userId, votesCount, commentsCount, editedAt, hasVoted } = post;
      assert.deepEqual(
        [projectId, status, userId, votesCount, commentsCount, editedAt, hasVoted],
        [11, 'under_review', author.id, 0, 0, null, false],
      );
      assert.ok(post.id < 999_999);
      assert.ok(String(post['createdAt']) > '2002');
      const stored = await storedPost(server, post.id);
      assert.ok(stored !== null && stored.trending < 1e6);
    });

    it('uses the token’s project where there is no header', async () => {
      const other = user(server, { projectId: 12 });
      assert.equal((await newPost(other))['projectId'], 12);
    });

    it('requires a token of the project in the header', async () => {
      assert.equal(await refusal(guest(server).post('/posts', GOOD_POST)), '401 not_authenticated');
      const bad = client(server, { token: 'nonsense' });
      assert.equal(await refusal(bad.post('/posts', GOOD_POST)), '401 token_not_valid');
      const elsewhere = client(server, { token: author.token, headers: { 'X-Project-ID': '12' } });
      assert.equal(await refusal(elsewhere.post('/posts', GOOD_POST)), '403 project_mismatch');
    });
  });

  describe('GET /posts/:id', () => {
    it('shows a signed-in caller, and only them, their vote', async () => {
      const { id } = await newPost(author);
      await author.post(`/posts/${id}/vote`).expect(200);
      const shown = async (asker: { get: Caller['get'] }) => (await asker.get(`/posts/${id}`).expect(200)).body.data.hasVoted;
      assert.deepEqual(
        [await shown(author), await shown(user(server)), await shown(staff(server)), await shown(guest(server))],
        [true, false, false, undefined],
      );
      assert.equal(await shown(client(server, { token: 'nonsense' })), undefined);
    });

    it('answers 404 for an absent post and another project', async () => {
      const { id } = await newPost(user(server, { projectId: 12 }));
      const answers = [guest(server).get(`/posts/${id}`), author.get(`/posts/${id}`), guest(server, 12).get('/posts/2147483647')];
      for (const answer of answers) assert.equal(await refusal(answer), '404 post_not_found');
      await guest(server, 12).get(`/posts/${id}`).expect(200);
      await guest(server).get('/posts/9007199254740991').expect(404);
    });
  });

  describe('PUT /posts/:id', () => {
    it('changes the given fields and marks the post edited', async () => {
      const post = await newPost(author, { description: 'My eyes' });
      const { body } = await author.put(`/posts/${post.id}`, { title: 'Night mode' }).expect(200);
      assert.ok(Date.parse(body.data.editedAt) >= Date.parse(String(post['createdAt'])));
      const { editedAt: _e, updatedAt: _u, ...rest } = body.data;
      const { editedAt: _e0, updatedAt: _u0, ...before } = post;
      assert.deepEqual(rest, { ...before, title: 'Night mode' });
      assert.deepEqual(await idsOf(guest(server).get('/posts?q=night%20eyes')), [post.id]);
    });

    it('moves the counts with the category only once', async () => {
      const { id } = await newPost(author, { category: 'bug' });
      const before = await countsOf(server, 11);
      for (const _ of [1, 2]) await author.put(`/posts/${id}`, { category: 'other' }).expect(200);
      const after = await countsOf(server, 11);
      const moved = (name: string) => (after[name] ?? 0) - (before[name] ?? 0);
      assert.deepEqual([moved('posts:under_review:bug'), moved('posts:under_review:other')], [-1, 1]);
    });

    it('does not mark an unchanged post as edited', async () => {
      const post = await newPost(author);
      const { body } = await author.put(`/posts/${post.id}`, { ...GOOD_POST, title: ` ${GOOD_POST.title} ` }).expect(200);
      assert.deepEqual(body.data, post);
    });

    it('ignores fields in the body that the server owns', async () => {
      const post = await newPost(author);
      const forged = { id: 1, status: 'completed', userId: 'me', votesCount: 7, commentsCount: 7, projectId: 12, hasVoted: true };
      assert.equal(codeOf(await author.put(`/posts/${post.id}`, forged).expect(400)), 'validation_error');
      await author.put(`/posts/${post.id}`, { ...forged, title: 'Night mode' }).expect(200);
      const { editedAt: _e, updatedAt: _u, ...now } = await get(post.id);
      const { editedAt: _e0, updatedAt: _u0, hasVoted: _h, ...before } = post;
      assert.deepEqual(now, { ...before, title: 'Night mode' });
    });

    it('allows only the author, within the project', async () => {
      const { id } = await newPost(author);
      const mine = { title: 'Mine now' };
      for (const other of [user(server), staff(server), user(server, { role: 'admin' })])
        assert.equal(await refusal(other.put(`/posts/${id}`, mine)), '403 not_owner');
      for (const other of [
        user(server, { projectId: 12 }),
        staff(server, { projectId: 12 }),
        user(server, { userId: author.id, projectId: 12 }),
      ])
        assert.equal(await refusal(other.put(`/posts/${id}`, mine)), '404 post_not_found');
      assert.equal(await refusal(guest(server).put(`/posts/${id}`, mine)), '401 not_authenticated');
      assert.equal((await get(id)).title, GOOD_POST.title);
    });

    it('keeps operator 5 apart from a user with id 5', async () => {
      const operator = staff(server, { operatorId: 5 });
      const { id } = await newPost(operator);
      assert.equal(await refusal(staff(server, { operatorId: 6 }).put(`/posts/${id}`, { title: 'Not mine' })), '403 not_owner');
      await operator.put(`/posts/${id}`, { title: 'Mine' }).expect(200);
    });
  });

  describe('DELETE /posts/:id', () => {
    it('deletes the post with its votes, comments and counts', async () => {
      const before = await countsOf(server, 11);
      const { id } = await newPost(author, { category: 'improvement' });
      for (const voter of [author, user(server), staff(server)]) await voter.post(`/posts/${id}/vote`).expect(200);
      await author.post('/comments', { entityType: 'post', entityId: id, content: 'Yes', parentId: null }).expect(201);
      const { body } = await author.delete(`/posts/${id}`).expect(200);
      assert.deepEqual(body, { success: true, message: 'Post deleted.', data: { id } });
      assert.deepEqual([await storedPost(server, id), await votersOf(server, id), await countsOf(server, 11)], [null, [], before]);
      assert.deepEqual(
        await selectAcrossProjects(server.db, 'SELECT id FROM comments WHERE entity_type = :type AND entity_id = :id', {
          type: 'post',
          id,
        }),
        [],
      );
      assert.deepEqual(await auditOf(server, id), []);
    });

    it('answers 404 to every request after the deletion', async () => {
      const { id } = await newPost(author);
      await author.delete(`/posts/${id}`).expect(200);
      const counts = await countsOf(server, 11);
      const calls = [
        author.delete(`/posts/${id}`),
        author.put(`/posts/${id}`, { title: 'Back again' }),
        author.get(`/posts/${id}`),
        author.post(`/posts/${id}/vote`),
        author.delete(`/posts/${id}/vote`),
        staff(server).put(`/admin/posts/${id}/status?status=planned`),
      ];
      for (const call of calls) assert.equal(await refusal(call), '404 post_not_found');
      assert.deepEqual(await countsOf(server, 11), counts);
    });

    it('lets staff delete it and audits that', async () => {
      const { id } = await newPost(author);
      await staff(server).delete(`/posts/${id}`).expect(200);
      assert.deepEqual(await auditOf(server, id), [
        {
          action: 'post.deleted',
          actor: 'operator:7',
          details: { before: { userId: author.id, title: GOOD_POST.title, status: 'under_review', category: GOOD_POST.category } },
        },
      ]);
    });

    it('refuses other users and staff of another project', async () => {
      const { id } = await newPost(author);
      assert.equal(await refusal(user(server).delete(`/posts/${id}`)), '403 not_owner');
      assert.equal(await refusal(staff(server, { projectId: 12 }).delete(`/posts/${id}`)), '404 post_not_found');
      assert.equal(await refusal(guest(server).delete(`/posts/${id}`)), '401 not_authenticated');
      await guest(server).get(`/posts/${id}`).expect(200);
    });

    it('removes the post from roadmap and changelog', async () => {
      const { id } = await newPost(author);
      const now = new Date(Date.now());
      const plan = { title: 'Plan', by: author.id, id, now };
      await execute(
        server.db,
        `INSERT INTO roadmap_items (project_id, title, status, status_rank, position, post_id, created_by, created_at, updated_at)
         VALUES (11, :title, 'planned', 0, 1, :id, :by, :now, :now)`,
        plan,
      );
      await execute(server.db, 'INSERT INTO changelog_posts (entry_id, post_id, project_id) VALUES (77, :id, 11)', { id });
      await author.delete(`/posts/${id}`).expect(200);
      const items = await selectRows(server.db, "SELECT post_id FROM roadmap_items WHERE project_id = 11 AND title = 'Plan'");
      assert.deepEqual(items, [{ post_id: null }]);
      assert.deepEqual(await selectAcrossProjects(server.db, 'SELECT entry_id FROM changelog_posts WHERE post_id = :id', { id }), []);
      await execute(server.db, "DELETE FROM roadmap_items WHERE project_id = 11 AND title = 'Plan'");
    });
  });

  describe('an inactive project', () => {
    it('can be read, and moderated by its staff', async () => {
      await admin(server).post('/admin/projects', { name: 'Closing', id: 13 }).expect(201);
      const owner = user(server, { projectId: 13 });
      const { id } = await newPost(owner);
      await admin(server).put('/admin/projects/13', { isActive: false }).expect(200);
      const writes = [
        owner.post('/posts', GOOD_POST),
        owner.put(`/posts/${id}`, { title: 'Still here' }),
        owner.delete(`/posts/${id}`),
        owner.post(`/posts/${id}/vote`),
        owner.delete(`/posts/${id}/vote`),
      ];
      for (const write of writes) assert.equal(await refusal(write), '403 project_inactive');
      await guest(server, 13).get(`/posts/${id}`).expect(200);
      await staff(server, { projectId: 13 }).put(`/admin/posts/${id}/status?status=declined`).expect(200);
      const own = await newPost(user(server, { projectId: 13, role: 'staff' }));
      for (const post of [id, own.id]) await staff(server, { projectId: 13 }).delete(`/posts/${post}`).expect(200);
    });

    it('answers 404 for a project that does not exist', async () => {
      assert.equal(await refusal(guest(server, 999_999).get('/posts')), '404 project_not_found');
    });
  });
});
