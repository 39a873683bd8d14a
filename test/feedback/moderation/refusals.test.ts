import assert from 'node:assert/strict';
import { ContentRefusal } from '../../../models/feedback/ContentRefusal.ts';
import { systemClock } from '../../../server/platform/clock.ts';
import { purgeRefusals } from '../../../server/services/feedback/moderation/refusals.ts';
import type { TestServer } from '../../support/server.ts';
import { type Caller, expectExactCounts, staff, startFeedbackServer, user } from '../support.ts';

const DAY_MS = 24 * 3_600_000;
const AT = { entityType: 'product', entityId: 61 };

/** Each kind of text, how moderators refuse and accept it, and how it is written again and edited into. */
const KINDS = {
  review: {
    path: '/reviews',
    first: { itemType: 'product', itemId: 61, rating: 1, comment: 'Awful' },
    again: { itemType: 'product', itemId: 61, rating: 5, comment: 'Another text' },
    other: { itemType: 'product', itemId: 62, rating: 1, comment: 'Awful' },
    edit: null,
    stateOf: (body: Record<string, unknown>) => body['status'],
    ...{ waiting: 'pending', refusal: 'rejected', refused: ['rejected'], shown: 'approved', visible: 'approved' },
  },
  post: {
    path: '/posts',
    first: { title: 'Bad idea', description: 'One', category: 'other' },
    again: { title: 'bad IDEA!', description: 'Two', category: 'bug' },
    other: { title: 'Good idea', description: 'One', category: 'other' },
    edit: { title: 'Bad  Idea' },
    stateOf: (body: Record<string, unknown>) => body['moderation'],
    ...{ waiting: 'pending', refusal: 'removed', refused: ['removed', 'hidden'], shown: 'visible', visible: undefined },
  },
  comment: {
    path: '/comments',
    first: { ...AT, content: 'Bad word' },
    again: { ...AT, entityId: 62, content: 'bad wórd.' },
    other: { ...AT, content: 'Good word' },
    edit: { content: 'BAD WORD' },
    stateOf: (body: Record<string, unknown>) => body['moderation'],
    ...{ waiting: 'pending', refusal: 'removed', refused: ['removed', 'hidden'], shown: 'visible', visible: undefined },
  },
} as const;

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

  for (const [kind, { path, first, again, other, edit, stateOf, waiting, refusal, refused, shown, visible }] of Object.entries(KINDS)) {
    const write = async (body: object, caller = author) => (await caller.post(path, body).expect(201)).body.data;
    const decide = (id: number, status: string) =>
      staff(server)
        .post('/admin/moderation/decisions', { items: [{ entityType: kind, id, status }] })
        .expect(200);
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
      await decide((await write(again)).id, shown);
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
      assert.equal(stateOf(await write(again)), waiting);
      await ago(30.1);
      assert.equal(stateOf(await write(again)), visible);
      await purgeRefusals(server.db, systemClock.now(), async () => true);
      assert.equal(await server.db.model(ContentRefusal).count({ where: { projectId: 11, userId: author.id } }), 0);
    });

    if (edit !== null)
      it(`waits when another text becomes it: ${kind}`, async () => {
        await decide((await write(first)).id, refusal);
        const { id } = await write(other);
        const { body } = await author.put(`${path}/${id}`, edit).expect(200);
        assert.equal(stateOf(body.data), waiting);
      });
  }
});
