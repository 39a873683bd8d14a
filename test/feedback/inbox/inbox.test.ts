import assert from 'node:assert/strict';
import { User } from '../../../models/auth/User.ts';
import { InboxItem } from '../../../models/feedback/InboxItem.ts';
import { noteItems } from '../../../server/services/feedback/inbox/note-items.ts';
import { codeOf, faultsOf } from '../../apps/support.ts';
import type { TestServer } from '../../support/server.ts';
import { newProject, ownStatementsOf } from '../content-support.ts';
import { newPost } from '../posts/post-support.ts';
import { account, type Caller, guest, selectAcrossProjects, staff, startFeedbackServer, user } from '../support.ts';
import { type InboxBody, inboxOf, typesOf } from './inbox-support.ts';

const DAY = 24 * 3_600_000;

describe('the inbox of a user', () => {
  let server: TestServer;
  let projectId: number;
  let reader: Caller;
  let moderator: Caller;

  before(async () => {
    server = await startFeedbackServer();
  });
  beforeEach(async () => {
    projectId = await newProject(server);
    reader = await account(server, { projectId });
    moderator = staff(server, { projectId });
  });
  after(() => server.close());

  const inArabic = () => server.db.model(User).update({ language: 'ar' }, { where: { projectId, id: reader.id } });

  const comment = async (caller: Caller, content: string, on: { postId: number; parentId?: number }): Promise<number> => {
    const { postId: entityId, parentId = null } = on;
    return (await caller.post('/comments', { entityType: 'post', entityId, content, parentId }).expect(201)).body.data.id;
  };
  /** A reply of another user to a new comment of the reader. */
  const reply = async (content = 'I agree') => {
    const { id: postId } = await newPost(reader, { title: 'Night theme' });
    const parentId = await comment(reader, 'Please', { postId });
    const author = user(server, { projectId });
    return { author, postId, parentId, id: await comment(author, content, { postId, parentId }) };
  };
  const decidePost = (id: number, status: string) =>
    moderator.post('/admin/moderation/decisions', { items: [{ entityType: 'post', id, status }] }).expect(200);
  /** Items without anything else, a second apart, oldest first. */
  const fill = async (count: number) => {
    const { id: entityId } = await newPost(reader, { title: 'Filled' });
    const start = Date.now() - count * 1_000;
    const data = { before: 'planned', after: 'completed', reason: null };
    const items = Array.from({ length: count }, (_, revision) => ({
      userId: reader.id,
      type: 'post.status',
      entityType: 'post',
      entityId,
      revision,
      data,
      createdAt: new Date(start + revision * 1_000),
    }));
    await noteItems(server.db, projectId, items);
  };

  describe('GET /me/inbox', () => {
    it('tells the author of a comment about a reply', async () => {
      const { id } = await reply();
      const { data, unread, next } = await inboxOf(reader);
      const [item] = data;
      assert.deepEqual([data.length, unread, next], [1, 1, null]);
      assert.deepEqual(
        { ...item, id: '', createdAt: '' },
        {
          id: '',
          type: 'comment.reply',
          title: 'Night theme',
          text: 'A reply to your comment: “I agree”',
          language: 'en',
          dir: 'ltr',
          target: { type: 'comment', id },
          createdAt: '',
          readAt: null,
        },
      );
    });

    it('speaks the language that the user has now', async () => {
      await reply('موافق');
      await inArabic();
      const [item] = (await inboxOf(reader)).data;
      assert.deepEqual([item?.language, item?.dir, item?.text], ['ar', 'rtl', 'رد على تعليقك: «موافق»']);
    });

    it('makes no item of own replies and of blocked authors', async () => {
      const { postId, parentId, author } = await reply();
      await comment(reader, 'Own', { postId, parentId });
      const other = await account(server, { projectId });
      await reader.put(`/blocks/${other.id}`, {}).expect(200);
      await comment(other, 'Unwanted', { postId, parentId });
      assert.deepEqual(await typesOf(reader), ['comment.reply']);
      assert.deepEqual([await typesOf(other), await typesOf(author)], [[], []]);
    });

    it('leaves out authors whom the reader blocked later', async () => {
      const { postId, parentId } = await reply();
      const other = await account(server, { projectId });
      await comment(other, 'Soon blocked', { postId, parentId });
      assert.equal((await inboxOf(reader)).unread, 2);
      await reader.put(`/blocks/${other.id}`, {}).expect(200);
      const { data, unread } = await inboxOf(reader);
      assert.deepEqual([data.length, unread], [1, 1]);
    });

    it('tells about a held reply once it is shown', async () => {
      const { postId, parentId } = await reply();
      const id = await comment(user(server, { projectId }), 'Second', { postId, parentId });
      await moderator.put(`/admin/comments/${id}/status?status=hidden`).expect(200);
      assert.equal((await inboxOf(reader)).unread, 1);
      for (const status of ['visible', 'pending', 'visible'])
        await moderator.put(`/admin/comments/${id}/status?status=${status}`).expect(200);
      assert.deepEqual(await typesOf(reader), ['comment.reply', 'comment.reply']);
    });

    it('tells an author how a review was decided', async () => {
      const item = { itemType: 'product', itemId: 5, rating: 2, title: 'Cups' };
      const { id } = (await reader.post('/reviews', item).expect(201)).body.data;
      await moderator.put(`/admin/reviews/${id}/status?status=pending`).expect(200);
      await moderator.put(`/admin/reviews/${id}/status?status=rejected&reason=Advertising`).expect(200);
      await moderator.put(`/admin/reviews/${id}/status?status=approved`).expect(200);
      const { data } = await inboxOf(reader);
      assert.deepEqual(
        data.map(({ type, title, text, target }) => ({ type, title, text, target })),
        [
          'Your review was approved. Everybody can see it now.',
          'Your review was not approved and is not shown. The reason: Advertising',
        ].map((text) => ({ type: 'review.decided', title: 'Cups', text, target: { type: 'review', id } })),
      );
    });

    it('tells an author about removed texts until they return', async () => {
      const { id } = await newPost(reader, { title: 'Spam' });
      const decide = (status: string) => decidePost(id, status);
      await decide('removed');
      const [item] = (await inboxOf(reader)).data;
      assert.deepEqual([item?.type, item?.title, item?.target], ['content.removed', 'Spam', { type: 'post', id }]);
      await decide('visible');
      assert.deepEqual((await inboxOf(reader)).data, []);
    });

    it('tells an author about deleted texts without a target', async () => {
      const { id: postId } = await newPost(reader);
      const id = await comment(reader, 'Delete me', { postId });
      await moderator.delete(`/comments/${id}`).expect(200);
      await moderator.delete(`/posts/${postId}`).expect(200);
      const { data } = await inboxOf(reader);
      assert.deepEqual(
        data.map(({ type, title, target }) => [type, title, target]),
        [
          ['content.removed', 'Your feature request', null],
          ['content.removed', 'Your comment', null],
        ],
      );
    });

    it('leaves out hidden and deleted targets until they return', async () => {
      const { id, postId, author } = await reply();
      const counts = async () => {
        const { data, unread } = await inboxOf(reader);
        return [data.filter(({ type }) => type === 'comment.reply').length, unread];
      };
      await moderator.put(`/admin/comments/${id}/status?status=hidden`).expect(200);
      assert.deepEqual(await counts(), [0, 0]);
      await moderator.put(`/admin/comments/${id}/status?status=visible`).expect(200);
      assert.deepEqual(await counts(), [1, 1]);
      const { id: theirs } = await newPost(author);
      const top = await comment(reader, 'On yours', { postId: theirs });
      await comment(author, 'Thanks', { postId: theirs, parentId: top });
      assert.deepEqual(await counts(), [2, 2]);
      await decidePost(theirs, 'hidden');
      assert.deepEqual(await counts(), [1, 1]);
      await reader.delete(`/posts/${postId}`).expect(200);
      assert.deepEqual(await counts(), [0, 0]);
    });

    it('pages through all items whatever the limit', async () => {
      await fill(7);
      const all = (await inboxOf(reader)).data;
      for (const limit of [1, 2, 3, 7, 100]) {
        const shown: unknown[] = [];
        for (let cursor: string | null = ''; cursor !== null; ) {
          const { data, next, unread }: InboxBody = await inboxOf(reader, `?limit=${limit}${cursor === '' ? '' : `&cursor=${cursor}`}`);
          shown.push(...data);
          assert.equal(unread, 7);
          cursor = next;
        }
        assert.deepEqual(shown, all, `limit ${limit}`);
      }
    });

    it('continues after the cursor when new items arrive', async () => {
      await fill(4);
      const { data, next } = await inboxOf(reader, '?limit=2');
      await reply();
      await reader.put(`/me/inbox/${data[1]?.id}`, { read: true }).expect(200);
      const rest = await inboxOf(reader, `?cursor=${next}`);
      assert.deepEqual((await inboxOf(reader)).data.slice(3), rest.data);
      assert.equal(rest.data.length, 2);
    });

    it('refuses a cursor that is none', async () => {
      for (const cursor of ['x', '1.item', '1.post.2', '-1.item.2']) {
        assert.deepEqual(faultsOf(await reader.get(`/me/inbox?cursor=${cursor}`).expect(400)), ['cursor']);
      }
    });

    it('forgets items after ninety days', async () => {
      await reply();
      const age = (ms: number) =>
        server.db.model(InboxItem).update({ createdAt: new Date(Date.now() - ms) }, { where: { projectId, userId: reader.id } });
      await age(90 * DAY - 60_000);
      assert.equal((await inboxOf(reader)).unread, 1);
      await age(90 * DAY + 60_000);
      const late = await inboxOf(reader);
      assert.deepEqual([late.data, late.unread], [[], 0]);
    });

    it('needs two statements however many items there are', async () => {
      await fill(1);
      const forOne = await ownStatementsOf(server, () => inboxOf(reader, '?limit=1'));
      await fill(60);
      const forMany = await ownStatementsOf(server, () => inboxOf(reader, '?limit=50'));
      assert.deepEqual([forOne.length, forMany.length], [2, 2], forMany.join('\n'));
    });
  });

  describe('PUT /me/inbox/:id', () => {
    it('marks an item as read once', async () => {
      await fill(2);
      const [first] = (await inboxOf(reader)).data;
      assert.equal((await reader.put(`/me/inbox/${first?.id}`, { read: true }).expect(200)).body.unread, 1);
      const { data } = await inboxOf(reader);
      assert.deepEqual([data[0]?.id, data[0]?.readAt === null, data[1]?.readAt], [first?.id, false, null]);
      assert.equal((await reader.put(`/me/inbox/${first?.id}`, { read: true }).expect(200)).body.unread, 1);
      assert.deepEqual((await inboxOf(reader)).data, data);
    });

    it('answers 404 to absent items and those of others', async () => {
      await fill(1);
      const [item] = (await inboxOf(reader)).data;
      const other = await account(server, { projectId });
      for (const [caller, id] of [
        [other, item?.id],
        [reader, 'item-999999999'],
        [reader, 'entry-999999999'],
        [reader, '12'],
      ] as const)
        assert.equal(codeOf(await caller.put(`/me/inbox/${id}`, { read: true }).expect(404)), 'inbox_item_not_found');
      assert.deepEqual(faultsOf(await reader.put(`/me/inbox/${item?.id}`, { read: false }).expect(400)), ['read']);
      assert.equal((await inboxOf(reader)).unread, 1);
    });
  });

  describe('POST /me/inbox/read-all', () => {
    it('marks all items or those until a time', async () => {
      await fill(6);
      const third = (await inboxOf(reader)).data[2];
      assert.equal((await reader.post('/me/inbox/read-all', { before: third?.createdAt }).expect(200)).body.unread, 2);
      const { data } = await inboxOf(reader);
      assert.deepEqual(
        data.map(({ readAt }) => readAt === null),
        [true, true, false, false, false, false],
      );
      assert.equal((await reader.post('/me/inbox/read-all', {}).expect(200)).body.unread, 0);
      assert.equal((await inboxOf(reader)).unread, 0);
    });

    it('marks more items than one transaction does', async () => {
      await fill(1_203);
      assert.equal((await inboxOf(reader, '?limit=1')).unread, 1_000);
      assert.equal((await reader.post('/me/inbox/read-all', {}).expect(200)).body.unread, 0);
    });
  });

  it('refuses operators and callers without a token', async () => {
    const calls = [
      (caller: ReturnType<typeof guest>) => caller.get('/me/inbox'),
      (caller: ReturnType<typeof guest>) => caller.put('/me/inbox/item-1', { read: true }),
      (caller: ReturnType<typeof guest>) => caller.post('/me/inbox/read-all', {}),
    ];
    for (const call of calls) {
      assert.equal(codeOf(await call(moderator).expect(403)), 'permission_denied');
      assert.equal(codeOf(await call(guest(server, projectId)).expect(401)), 'not_authenticated');
    }
  });

  it('shows each project its own items alone', async () => {
    await fill(1);
    const elsewhere = user(server, { userId: reader.id, projectId: await newProject(server) });
    assert.deepEqual((await inboxOf(elsewhere)).data, []);
    const rows = await selectAcrossProjects<{ projectId: number }>(
      server.db,
      'SELECT project_id AS projectId FROM inbox_items WHERE user_id = :id',
      {
        id: reader.id,
      },
    );
    assert.deepEqual(rows, [{ projectId }]);
  });
});
