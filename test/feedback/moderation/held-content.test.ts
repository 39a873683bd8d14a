import assert from 'node:assert/strict';
import { codeOf } from '../../apps/support.ts';
import { statementsOf } from '../../support/databases/statements.ts';
import { admin, type Client } from '../../support/requests/client.ts';
import type { TestServer } from '../../support/server.ts';
import { type CommentTarget, comment, list, newItem } from '../comments/comment-support.ts';
import { GOOD_POST, newPost } from '../posts/post-support.ts';
import { account, type Caller, expectExactCounts, guest, staff, startFeedbackServer, user } from '../support.ts';
import { decideComment } from './moderation-support.ts';

const STATES = ['pending', 'hidden'] as const;
type State = (typeof STATES)[number];

interface Shown {
  readonly id: number;
  readonly moderation?: string;
  readonly content?: string | null;
  readonly repliesCount?: number;
  readonly replies?: readonly Shown[];
}

describe('content that waits for a moderator', () => {
  let server: TestServer;
  let author: Caller;

  before(async () => {
    server = await startFeedbackServer();
    await admin(server)
      .put('/admin/projects/11', { settings: { blockedWords: ['casino'] } })
      .expect(200);
  });
  beforeEach(() => {
    author = user(server);
  });
  afterEach(() => expectExactCounts(server));
  after(() => server.close());

  const hide = async (entityType: 'post' | 'comment', entityId: number): Promise<void> => {
    for (let index = 0; index < 3; index += 1) await user(server).post('/reports', { entityType, entityId, reason: 'spam' }).expect(201);
  };
  const heldPost = async (state: State): Promise<number> => {
    const { id } = await newPost(author, { title: state === 'pending' ? 'Casino night' : 'Quiet night' });
    if (state === 'hidden') await hide('post', id);
    return id;
  };
  const heldComment = async (state: State, about: CommentTarget, parentId: number | null = null): Promise<number> => {
    const { id } = await comment(author, about, {
      parentId,
      content: state === 'pending' ? 'Casino' : `Quiet ${about.entityId} ${parentId ?? 0}`,
    });
    if (state === 'hidden') await hide('comment', id);
    return id;
  };
  const others = (): Client[] => [user(server), guest(server), staff(server)];
  const read = async (caller: Client, path: string): Promise<{ data: Shown[]; total: number }> => {
    const { body } = await caller.get(path).expect(200);
    return { data: body.data, total: body.pagination.total };
  };

  for (const state of STATES) {
    it(`is on every list of posts of its author: ${state}`, async () => {
      const id = await heldPost(state);
      const sorts = ['newest', 'oldest', 'votes', 'comments', 'trending'].map((sort) => `sort=${sort}`);
      for (const query of [...sorts, 'category=feature', 'status=under_review', 'status=under_review&category=feature', 'q=night']) {
        const everybody = await read(guest(server), `/posts?${query}&limit=100`);
        const own = await read(author, `/posts?${query}&limit=100`);
        assert.equal(own.data.find((post) => post.id === id)?.moderation, state, query);
        assert.deepEqual([own.total, own.data.length], [everybody.total + 1, everybody.data.length + 1], query);
        for (const caller of others()) {
          const { data, total } = await read(caller, `/posts?${query}&limit=100`);
          assert.deepEqual([data.map((post) => post.id).includes(id), total], [false, everybody.total], query);
        }
      }
      assert.deepEqual(await read(author, '/posts?category=bug&q=night'), { data: [], total: 0 });
      assert.equal((await read(author, '/posts?mine=true')).data[0]?.moderation, state);
    });

    it(`is counted on each page of its author: ${state}`, async () => {
      const own = [await newPost(author), { id: await heldPost(state) }, await newPost(author)].map(({ id }) => id).reverse();
      const { total } = await read(author, '/posts');
      for (const [index, id] of own.entries())
        assert.deepEqual(
          (await read(author, `/posts?limit=1&page=${index + 1}`)).data.map((post) => post.id),
          [id],
        );
      for (const [index, id] of own.entries())
        assert.deepEqual(
          (await read(author, `/posts?limit=1&page=${total - index}&sort=oldest`)).data.map((post) => post.id),
          [id],
        );
    });

    it(`takes the vote and the comments of its author: ${state}`, async () => {
      const id = await heldPost(state);
      assert.equal((await author.post(`/posts/${id}/vote`).expect(200)).body.data.votesCount, 1);
      assert.equal((await author.post(`/posts/${id}/vote`).expect(200)).body.data.votesCount, 1);
      await expectExactCounts(server);
      assert.equal(codeOf(await user(server).post(`/posts/${id}/vote`).expect(404)), 'post_not_found');
      assert.equal((await author.delete(`/posts/${id}/vote`).expect(200)).body.data.votesCount, 0);
      await comment(author, { entityType: 'post', entityId: id });
      assert.equal((await list(author, { entityType: 'post', entityId: id })).pagination.total, 1);
    });

    it(`is on every list of comments of its author: ${state}`, async () => {
      const about = newItem();
      const top = await comment(user(server), about);
      const held = await heldComment(state, about);
      const reply = await heldComment(state, about, top.id);
      const path = `/comments?entityType=product&entityId=${about.entityId}`;
      const tree = await read(author, path);
      assert.deepEqual([tree.data.map(({ id }) => id), tree.total], [[held, top.id], 2]);
      assert.deepEqual(
        tree.data[1]?.replies?.map(({ id, moderation }) => [id, moderation]),
        [[reply, state]],
      );
      assert.deepEqual([tree.data[0]?.moderation, tree.data[1]?.moderation, tree.data[1]?.repliesCount], [state, undefined, 1]);
      const flat = await read(author, `${path}&format=flat`);
      assert.deepEqual([flat.data.map(({ id }) => id), flat.total], [[reply, held, top.id], 3]);
      const below = await read(author, `${path}&parentId=${top.id}`);
      assert.deepEqual([below.data.map(({ id, moderation }) => [id, moderation]), below.total], [[[reply, state]], 1]);
      assert.deepEqual(await read(author, `${path}&parentId=${held}`), { data: [], total: 0 });
      for (const caller of others()) {
        const seen = await read(caller, path);
        assert.deepEqual([seen.data.map(({ id }) => id), seen.total, seen.data[0]?.repliesCount], [[top.id], 1, 0]);
        assert.deepEqual((await read(caller, `${path}&format=flat`)).total, 1);
        assert.deepEqual(await read(caller, `${path}&parentId=${top.id}`), { data: [], total: 0 });
        await caller.get(`${path}&parentId=${held}`).expect(404);
      }
    });
  }

  it('keeps the text above replies for its author', async () => {
    const about = newItem();
    const top = await comment(author, about, { content: 'Mine' });
    await comment(user(server), about, { parentId: top.id });
    await hide('comment', top.id);
    const own = (await list(author, about)).data[0] as Shown;
    assert.deepEqual([own.content, own.moderation, own.repliesCount], ['Mine', 'hidden', 1]);
    const seen = (await list(user(server), about)).data[0] as Shown;
    assert.deepEqual([seen.content, seen.moderation], [null, undefined]);
  });

  it('keeps the place of a blocked author’s comment', async () => {
    const about = newItem();
    const blocked = await account(server);
    const top = await comment(blocked, about);
    const held = await heldComment('pending', about, top.id);
    await author.put(`/blocks/${blocked.id}`).expect(200);
    const { data, pagination } = await list(author, about);
    assert.deepEqual(
      [data.map(({ id, replies = [] }) => [id, replies.map((reply) => reply.id)]), pagination.total],
      [[[top.id, [held]]], 1],
    );
    assert.equal((await list(author, about, '&format=flat')).pagination.total, 2);
  });

  it('is named to its author and staff only', async () => {
    const { data: written } = (await author.post('/posts', { ...GOOD_POST, title: 'Casino' }).expect(201)).body;
    assert.equal(written.moderation, 'pending');
    assert.equal((await author.get(`/posts/${written.id}`).expect(200)).body.data.moderation, 'pending');
    assert.equal((await author.put(`/posts/${written.id}`, { title: 'A casino' }).expect(200)).body.data.moderation, 'pending');
    assert.equal((await staff(server).get(`/posts/${written.id}`).expect(200)).body.data.moderation, 'pending');
    const moved = await staff(server).put(`/admin/posts/${written.id}/status?status=planned`).expect(200);
    assert.equal(moved.body.data.moderation, 'pending');
    const about = newItem();
    const said = (await author.post('/comments', { ...about, content: 'Casino' }).expect(201)).body.data;
    assert.equal(said.moderation, 'pending');
    assert.equal((await author.put(`/comments/${said.id}`, { content: 'Casinos' }).expect(200)).body.data.moderation, 'pending');
    const clean = (await author.post('/comments', { ...about, content: 'Good' }).expect(201)).body.data;
    assert.equal('moderation' in clean, false);
    assert.equal('moderation' in (await newPost(author)), false);
  });

  it('leaves the lists of its author when it is removed', async () => {
    const about = newItem();
    const id = await heldComment('pending', about);
    await decideComment(staff(server), id, 'status=removed');
    assert.deepEqual((await list(author, about)).data, []);
    await decideComment(staff(server), id, 'status=visible');
    assert.deepEqual(
      (await list(user(server), about)).data.map((shown) => shown.id),
      [id],
    );
  });

  it('costs its author no statement more than others', async () => {
    const about = newItem();
    await heldComment('pending', about);
    await heldPost('pending');
    const stranger = user(server);
    const count = async (caller: Client, path: string): Promise<number> => {
      await caller.get(path).expect(200);
      const statements = await statementsOf(server.db, () => caller.get(path).expect(200));
      return statements.filter((sql) => /posts|post_votes|comment|author_blocks|feedback_counts/.test(sql)).length;
    };
    await comment(stranger, about);
    await newPost(stranger, { title: 'Good night' });
    for (const path of [
      '/posts?limit=5',
      '/posts?sort=votes&limit=5',
      '/posts?q=night',
      `/comments?entityType=product&entityId=${about.entityId}`,
    ])
      assert.equal(await count(author, path), await count(stranger, path), path);
  });
});
