import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Response } from 'supertest';
import { recountFeedback } from '../../../server/services/feedback/counts/recount.ts';
import { statementsOf } from '../../support/databases/statements.ts';
import type { Client } from '../../support/requests/client.ts';
import type { TestServer } from '../../support/server.ts';
import { setOnePerAuthor } from '../reviews/review-support.ts';
import {
  type Caller,
  executeAcrossProjects,
  expectExactCounts,
  guest,
  selectAcrossProjects,
  staff,
  startFeedbackServer,
  user,
} from '../support.ts';

const AT = { entityType: 'product', entityId: 5 };
const ITEM = { itemType: 'product', itemId: 5, rating: 4 };
const POST = { category: 'feature' };

/** Each kind of text, the same text in other words of the same folded form, and texts that are not the same. */
const KINDS = {
  posts: {
    first: { ...POST, title: 'Dark mode', description: 'For the night, please' },
    same: { category: 'bug', title: ' DÀRK   mode for', description: 'the  night, please ' },
    others: [{ ...POST, title: 'Dark mode', description: 'For the night, please!' }],
    edit: { title: 'Another title' },
    back: { title: 'Dark mode' },
    short: { ...POST, title: 'Dark', description: 'Please' },
    refusal: 'removed',
  },
  reviews: {
    first: { ...ITEM, comment: 'التطبيق رائع جدا' },
    same: { ...ITEM, rating: 1, title: 'New', comment: 'التطبيقُ  رائِــعٌ جداً' },
    others: [
      { ...ITEM, itemId: 6, comment: 'التطبيق رائع جدا' },
      { ...ITEM, itemType: 'store', comment: 'التطبيق رائع جدا' },
      { ...ITEM, comment: 'التطبيق رائع جدا جدا' },
    ],
    edit: { comment: 'Something else now' },
    back: { comment: 'التطبيق رائع جدا' },
    short: { ...ITEM, comment: 'رائع جدا' },
    refusal: 'rejected',
  },
  comments: {
    first: { ...AT, content: 'I think so too' },
    same: { ...AT, content: 'i THINK\nso too' },
    others: [
      { ...AT, entityId: 6, content: 'I think so too' },
      { ...AT, content: 'I think so too.' },
    ],
    edit: { content: 'I changed my mind' },
    back: { content: 'I think so too' },
    short: { ...AT, content: 'Me too' },
    refusal: 'removed',
  },
} as const;
const ENTITY = { posts: 'post', reviews: 'review', comments: 'comment' } as const;

describe('the same text of the same author', () => {
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

  for (const [name, { first, same, others, edit, back, short, refusal }] of Object.entries(KINDS)) {
    const kind = name as keyof typeof KINDS;
    const write = async (body: object, caller: Client = author): Promise<number> => {
      const { body: sent } = await caller.post(`/${kind}`, body).expect(201);
      return sent.data.id;
    };
    const refused = async (body: object, existingId: number, caller: Client = author) =>
      assert.deepEqual(duplicateOf(await caller.post(`/${kind}`, body)), [409, 'duplicate_content', existingId]);

    it(`is refused with the id of the first: ${kind}`, async () => {
      const id = await write(first);
      await refused(first, id);
      await refused(same, id);
      for (const other of others) await write(other);
      await write(first, user(server));
      await write(first, user(server, { projectId: 12 }));
      await write(first, staff(server, { operatorId: 31 }));
      await refused(same, id);
    });

    it(`is accepted when it is shorter than twelve characters: ${kind}`, async () => {
      await write(short);
      await write(short);
    });

    it(`is accepted after a day, and counts again: ${kind}`, async () => {
      const id = await write(first);
      const age = (hours: number) =>
        executeAcrossProjects(server.db, `UPDATE ${kind} SET created_at = :at WHERE id = :id`, {
          id,
          at: new Date(Date.now() - hours * 3_600_000),
        });
      await age(23.9);
      await refused(first, id);
      await age(24.1);
      await refused(first, await write(first));
      await recountFeedback(server.db, { repair: true });
    });

    it(`is accepted after the first was deleted: ${kind}`, async () => {
      await author.delete(`/${kind}/${await write(first)}`).expect(200);
      await refused(first, await write(first));
    });

    it(`is accepted after moderators refused the first: ${kind}`, async () => {
      const id = await write(first);
      const items = [{ entityType: ENTITY[kind], id, status: refusal }];
      await staff(server).post('/admin/moderation/decisions', { items }).expect(200);
      await refused(first, await write(first));
    });

    it(`follows edits, which are never refused: ${kind}`, async () => {
      const id = await write(first);
      await author.put(`/${kind}/${id}`, edit).expect(200);
      await refused({ ...first, ...edit }, id);
      const second = await write(first);
      await author.put(`/${kind}/${id}`, back).expect(200);
      await refused(first, second);
      await author.delete(`/${kind}/${second}`).expect(200);
      await write(first);
    });

    it(`is a replay with the same Idempotency-Key: ${kind}`, async () => {
      const send = (body: object, key: string) => author.post(`/${kind}`, body).set('Idempotency-Key', key);
      const [key, another] = [randomUUID(), randomUUID()];
      const [one, two] = [await send(first, key), await send(first, key)];
      assert.deepEqual([two.status, two.body.data.id], [201, one.body.data.id]);
      const answers = [await send(same, another), await send(same, another)];
      assert.deepEqual(answers.map(duplicateOf), Array(2).fill([409, 'duplicate_content', one.body.data.id]));
    });

    it(`costs no statement while texts differ: ${kind}`, async () => {
      const [changed] = others;
      const [plain, checked] = [await sentFor(short), await sentFor(first)];
      assert.deepEqual([checked.length, checked.filter((sql) => sql.includes('content_digest IN'))], [plain.length, []]);
      assert.equal((await sentFor(changed ?? {})).length, plain.length);

      async function sentFor(body: object): Promise<string[]> {
        const statements = await statementsOf(server.db, () => user(server).post(`/${kind}`, body).expect(201));
        return statements.filter((sql) => sql.includes(kind));
      }
    });
  }

  it('is known by the e-mail of a guest', async () => {
    const [one, other] = ['one', 'other'].map((name) => ({
      ...ITEM,
      itemId: 7,
      comment: 'Good enough for me',
      guestEmail: `${name}@x.example`,
    }));
    const { body } = await guest(server).post('/reviews', one).expect(201);
    assert.deepEqual(duplicateOf(await guest(server).post('/reviews', one)), [409, 'duplicate_content', body.data.id]);
    await guest(server).post('/reviews', other).expect(201);
  });

  it('is a second review first, where only one is allowed', async () => {
    await setOnePerAuthor(server, ['order']);
    const review = { itemType: 'order', itemId: 8, rating: 4, comment: 'Good enough for me' };
    await author.post('/reviews', review).expect(201);
    assert.equal((await author.post('/reviews', review).expect(409)).body.code, 'review_exists');
    await setOnePerAuthor(server, []);
  });

  it('leaves no digest on a tombstone', async () => {
    const { body: top } = await author.post('/comments', KINDS.comments.first).expect(201);
    await user(server)
      .post('/comments', { ...AT, content: 'Why?', parentId: top.data.id })
      .expect(201);
    await author.delete(`/comments/${top.data.id}`).expect(200);
    const rows = await selectAcrossProjects(server.db, 'SELECT content_digest FROM comments WHERE id = :id', { id: top.data.id });
    assert.deepEqual(rows, [{ content_digest: null }]);
  });
});

function duplicateOf({ status, body }: Response): unknown[] {
  return [status, body.code, body.existingId];
}
