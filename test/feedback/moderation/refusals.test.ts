import assert from 'node:assert/strict';
import type { Model } from 'sequelize';
import { ContentRefusal } from '../../../models/feedback/moderation/ContentRefusal.ts';
import { systemClock } from '../../../server/platform/clock.ts';
import { purgeRefusals } from '../../../server/services/feedback/moderation/refusals.ts';
import { interceptQueries } from '../../support/databases/intercept-queries.ts';
import { admin } from '../../support/requests/client.ts';
import type { TestServer } from '../../support/server.ts';
import { type Caller, expectExactCounts, staff, startFeedbackServer, user } from '../support.ts';

const DAY_MS = 24 * 3_600_000;
const AT = { entityType: 'product', entityId: 61 };

/** Each kind of text, how moderators refuse and accept it, how it is written again, and the edit that makes `other` the same. */
const KINDS = {
  review: {
    path: '/reviews',
    first: { itemType: 'product', itemId: 61, rating: 1, comment: 'Awful' },
    again: { itemType: 'product', itemId: 61, rating: 5, comment: 'Other words' },
    other: { itemType: 'product', itemId: 62, rating: 1, comment: 'Awful' },
    edit: { comment: 'AWFUL' },
    stateOf: (body: Record<string, unknown>) => body['status'],
    waiting: 'pending',
    refusal: 'rejected',
    refused: ['rejected'],
    shown: 'approved',
    visible: 'approved',
  },
  post: {
    path: '/posts',
    first: { title: 'Bad idea', description: 'One', category: 'other' },
    again: { title: 'bad  IDEA', description: 'óne', category: 'bug' },
    other: { title: 'Bad idea', description: 'Two', category: 'other' },
    edit: { description: 'ONE' },
    stateOf: (body: Record<string, unknown>) => body['moderation'],
    waiting: 'pending',
    refusal: 'removed',
    refused: ['removed', 'hidden'],
    shown: 'visible',
    visible: undefined,
  },
  comment: {
    path: '/comments',
    first: { ...AT, content: 'Bad word' },
    again: { ...AT, entityId: 62, content: 'bad  wórd' },
    other: { ...AT, content: 'Good word' },
    edit: { content: 'BAD WORD' },
    stateOf: (body: Record<string, unknown>) => body['moderation'],
    waiting: 'pending',
    refusal: 'removed',
    refused: ['removed', 'hidden'],
    shown: 'visible',
    visible: undefined,
  },
} as const;

/** The other values of a review that is written without a request. */
const REVIEW = {
  title: null,
  images: null,
  guestEmail: null,
  guestName: null,
  searchKey: '',
  contentDigest: null,
  isOnce: false,
  status: 'approved',
  isSettled: true,
  source: 'authenticated',
};
/** Edits that make another text of each kind. */
const CHANGES = { review: { comment: 'Changed' }, post: { title: 'Changed' }, comment: { content: 'Changed' } } as const;

describe('content that moderators refused', () => {
  let server: TestServer;
  let author: Caller;

  before(async () => {
    server = await startFeedbackServer();
  });
  beforeEach(() => {
    author = user(server);
  });
  afterEach(() => expectExactCounts(server));
  after(() => server.close());

  const decideOn = (kind: string, id: number, status: string) =>
    staff(server)
      .post('/admin/moderation/decisions', { items: [{ entityType: kind, id, status }] })
      .expect(200);
  const block = (blockedWords: string[]) => admin(server).put('/admin/projects/11', { settings: { blockedWords } }).expect(200);

  /** Adds records in the same turn of the event loop, so that they form one batch. */
  const addAll = (table: 'reviews' | 'posts' | 'comments', bodies: readonly object[], others: object) => {
    const queue: { add(key: number, draft: unknown): Promise<Model> } = server.services.feedback.writes[table];
    return Promise.all(bodies.map((body) => queue.add(11, { ...others, ...body, createdAt: new Date() })));
  };
  const writeTogether = {
    review: (bodies: readonly object[]) => addAll('reviews', bodies, { ...REVIEW, userId: author.id }),
    post: (bodies: readonly object[]) =>
      addAll('posts', bodies, { userId: author.id, searchKey: '', contentDigest: null, moderation: 'visible' }),
    comment: (bodies: readonly object[]) =>
      addAll('comments', bodies, {
        author: { userId: author.id, isStaff: false },
        parentId: null,
        contentDigest: null,
        moderation: 'visible',
      }),
  };

  for (const [kind, { path, first, again, other, stateOf, waiting, refusal, refused, shown, visible }] of Object.entries(KINDS)) {
    const write = async (body: object, caller = author) => (await caller.post(path, body).expect(201)).body.data;
    const decide = (id: number, status: string) => decideOn(kind, id, status);
    const resolve = (id: number, resolution: string) => staff(server).put(`/admin/reports/${kind}/${id}`, { resolution }).expect(200);
    const hide = async (entityId: number) => {
      for (let index = 0; index < 3; index += 1)
        await user(server).post('/reports', { entityType: kind, entityId, reason: 'spam' }).expect(201);
    };
    const remove = (id: number) => author.delete(`${path}/${id}`).expect(200);

    for (const status of refused)
      it(`waits when it is posted again: ${kind} ${status}`, async () => {
        const { id } = await write(first);
        await decide(id, status);
        await remove(id);
        assert.equal(stateOf(await write(again)), waiting);
        assert.equal(stateOf(await write(other)), visible);
        assert.equal(stateOf(await write(again, user(server))), visible);
      });

    it(`waits after reports hid it: ${kind}`, async () => {
      const { id } = await write(first);
      await hide(id);
      await remove(id);
      assert.equal(stateOf(await write(again)), waiting);
    });

    it(`waits after reports led to its removal: ${kind}`, async () => {
      const { id } = await write(first);
      await user(server).post('/reports', { entityType: kind, entityId: id, reason: 'spam' }).expect(201);
      await staff(server).put(`/admin/reports/${kind}/${id}`, { resolution: 'removed' }).expect(200);
      await remove(id);
      assert.equal(stateOf(await write(again)), waiting);
    });

    it(`is free again after moderators accept it: ${kind}`, async () => {
      await decide((await write(first)).id, refusal);
      const { id } = await write(again);
      await decide(id, shown);
      await remove(id);
      assert.equal(stateOf(await write(again)), visible);
    });

    it(`is free again after thirty days: ${kind}`, async () => {
      await decide((await write(first)).id, refusal);
      const ago = (days: number) =>
        server.db
          .model(ContentRefusal)
          .update({ refusedAt: new Date(Date.now() - days * DAY_MS) }, { where: { projectId: 11, userId: author.id } });
      await ago(29.9);
      await purgeRefusals(server.db, systemClock.now(), async () => true);
      const waited = await write(again);
      assert.equal(stateOf(waited), waiting);
      await remove(waited.id);
      await ago(30.1);
      assert.equal(stateOf(await write(again)), visible);
      await purgeRefusals(server.db, systemClock.now(), async () => true);
      assert.equal(await server.db.model(ContentRefusal).count({ where: { projectId: 11, userId: author.id } }), 0);
    });

    it(`is free after reports on deleted content are dismissed: ${kind}`, async () => {
      const { id } = await write(first);
      await hide(id);
      await remove(id);
      await resolve(id, 'dismissed');
      assert.equal(stateOf(await write(again)), visible);
    });

    it(`is free after reports on edited content are dismissed: ${kind}`, async () => {
      const { id } = await write(first);
      await hide(id);
      await author.put(`${path}/${id}`, CHANGES[kind as keyof typeof CHANGES]).expect(200);
      await resolve(id, 'dismissed');
      assert.equal(stateOf(await write(again)), visible);
    });

    it(`waits after a refusal that follows dismissed reports: ${kind}`, async () => {
      const { id } = await write(first);
      await hide(id);
      await remove(id);
      await decide((await write(again)).id, refusal);
      await resolve(id, 'dismissed');
      assert.equal(stateOf(await write(again)), waiting);
    });

    it(`waits after the removal of hidden content ends: ${kind}`, async () => {
      const { id } = await write(first);
      await hide(id);
      await resolve(id, 'removed');
      await resolve(id, 'open');
      const waited = await write(again);
      assert.equal(stateOf(waited), waiting);
      await remove(waited.id);
      await resolve(id, 'dismissed');
      assert.equal(stateOf(await write(again)), visible);
    });

    it(`is free after the removal of waiting content ends: ${kind}`, async () => {
      const { id } = await write(first);
      await user(server).post('/reports', { entityType: kind, entityId: id, reason: 'spam' }).expect(201);
      await block(['changed']);
      await author.put(`${path}/${id}`, CHANGES[kind as keyof typeof CHANGES]).expect(200);
      await block([]);
      await resolve(id, 'removed');
      await resolve(id, 'open');
      assert.equal(stateOf(await write({ ...first, ...CHANGES[kind as keyof typeof CHANGES] })), visible);
    });

    it(`costs two statements for texts that arrive together: ${kind}`, async () => {
      const statements: string[] = [];
      const note = (sql: string, send: () => Promise<unknown>) => {
        if (sql.includes('content_refusals')) statements.push(sql);
        return send();
      };
      const writeAll = async (texts: readonly object[]) => {
        let states: unknown[] = [];
        await interceptQueries(server.db, note, async () => {
          const rows = await writeTogether[kind as keyof typeof writeTogether](texts as never);
          states = rows.map((row) => stateOf({ ...row.get() }));
        });
        return states;
      };
      await writeAll([other]);
      assert.equal(statements.length, 1, 'an author without refusals');
      await decide((await write(first)).id, refusal);
      statements.length = 0;
      assert.deepEqual(await writeAll([again, other, again]), [waiting, shown, waiting]);
      assert.equal(statements.length, 2);
    });
  }

  for (const [kind, { path, first, other, edit, stateOf, waiting, refusal }] of Object.entries(KINDS).slice(1))
    it(`waits when another text becomes it: ${kind}`, async () => {
      const { body: refused } = await author.post(path, first).expect(201);
      await decideOn(kind, refused.data.id, refusal);
      const { body: written } = await author.post(path, other).expect(201);
      const { body } = await author.put(`${path}/${written.data.id}`, edit).expect(200);
      assert.equal(stateOf(body.data), waiting);
    });

  it('concerns no earlier review that its author edits', async () => {
    const { path, first, edit } = KINDS.review;
    const [{ body: earlier }, { body: refused }] = [await author.post(path, first).expect(201), await author.post(path, first).expect(201)];
    await decideOn('review', refused.data.id, 'rejected');
    const { body } = await author.put(`${path}/${earlier.data.id}`, edit).expect(200);
    assert.equal(body.data.status, 'approved');
  });

  it('keeps what is refused again during the cleanup', async () => {
    const refusals = server.db.model(ContentRefusal);
    const where = { projectId: 11, userId: author.id };
    const { body } = await author.post('/posts', KINDS.post.first).expect(201);
    await decideOn('post', body.data.id, 'removed');
    await refusals.update({ refusedAt: new Date(0) }, { where });
    const refuseAgain = async (sql: string, send: () => Promise<unknown>) => {
      const found = await send();
      if (sql.startsWith('SELECT id FROM content_refusals')) await refusals.update({ refusedAt: new Date() }, { where });
      return found;
    };
    await interceptQueries(server.db, refuseAgain, () => purgeRefusals(server.db, systemClock.now(), async () => true));
    assert.equal(await refusals.count({ where }), 1);
  });

  for (const [refused, others] of [
    ['👍', ['👎', '👍👍', '!']],
    ['...', ['!!!', '?']],
    ['\u0640', ['\u0640\u0640', '\u064b']],
  ] as const)
    it(`tells texts without letters apart: ${JSON.stringify(refused)}`, async () => {
      const write = async (content: string) => (await author.post('/comments', { ...AT, content }).expect(201)).body.data;
      await decideOn('comment', (await write(refused)).id, 'removed');
      for (const content of others) assert.equal((await write(content)).moderation, undefined);
      assert.equal((await write(refused)).moderation, 'pending');
    });
});
