import assert from 'node:assert/strict';
import { ReportCase } from '../../../models/feedback/moderation/ReportCase.ts';
import { composeErasure } from '../../../server/boot/services/erasure.ts';
import { ERASED_AT_ONCE } from '../../../server/platform/erasure.ts';
import { eraseDueAccounts } from '../../../server/services/auth/deletion/erasures.ts';
import { clientOf, movableClock, newPhone, PASSWORD, type RegisteredUser, register } from '../../auth/support.ts';
import { expectExactCounts, selectAcrossProjects } from '../../feedback/support.ts';
import { until } from '../../support/programs/process.ts';
import { admin, client } from '../../support/requests/client.ts';
import { operatorToken } from '../../support/requests/tokens.ts';
import { livelyPerson } from './erasure-person.ts';
import {
  dumpOf,
  type ErasureServer,
  emptyPersonalColumns,
  eraseAll,
  removeAccount,
  startErasureServer,
  traceOf,
} from './erasure-support.ts';

interface ReportCaseRow {
  readonly id: number;
  readonly entity_type: string;
  readonly author_id: string | null;
}

const AT = new Date('2026-01-01T00:00:00.000Z');
const GONE_CASE = { projectId: 11, entityType: 'comment', state: 'removed', isGone: true, firstAt: AT, lastAt: AT } as const;

describe('the erasure of a user', () => {
  const clock = movableClock(new Date());
  let running: ErasureServer;

  before(async () => {
    running = await startErasureServer({ clock });
  });
  after(() => running.close());

  const settings = (changes: object) => admin(running.server).put('/admin/projects/11', { settings: changes }).expect(200);
  const other = async () => clientOfFeedback(await register(running.server, running.providers));
  const clientOfFeedback = ({ tokens }: RegisteredUser) => client(running.server, { token: tokens.accessToken });
  const newPerson = () => livelyPerson(running);
  const remove = (person: RegisteredUser) => removeAccount(running, person);
  const read = async (path: string) => (await client(running.server, {}).get(path).expect(200)).body.data;

  it('leaves no phone, e-mail, name or id behind', async () => {
    const person = await newPerson();
    const before = await dumpOf(running.server.db);
    for (const secret of person.secrets) assert.ok(before.includes(secret), secret);
    assert.deepEqual(await emptyPersonalColumns(running.server.db), [], 'the person must leave something in every personal column');
    assert.ok((await traceOf(running.server.db, person.user.id)).length >= 14);
    await remove(person);
    await eraseAll(running.server, clock);
    const after = await dumpOf(running.server.db);
    for (const secret of person.secrets) assert.ok(!after.includes(secret), secret);
    assert.deepEqual(await traceOf(running.server.db, person.user.id), []);
    await expectExactCounts(running.server);
  });

  it('is the same when an admin deletes the user', async () => {
    const person = await newPerson();
    await admin(running.server).put(`/auth/admin/users/${person.user.id}`, { status: 'deleted' }).expect(200);
    await eraseAll(running.server, clock);
    const after = await dumpOf(running.server.db);
    for (const secret of person.secrets) assert.ok(!after.includes(secret), secret);
    assert.deepEqual(await traceOf(running.server.db, person.user.id), []);
    await expectExactCounts(running.server);
  });

  it('keeps the texts without their author by default', async () => {
    const person = await newPerson();
    await remove(person);
    await eraseAll(running.server, clock);
    assert.equal((await read(`/reviews/${person.reviewId}`)).userId, 'deleted');
    const post = await read(`/posts/${person.postId}`);
    assert.deepEqual([post.userId, post.title, post.votesCount], ['deleted', 'A dark theme', 1]);
    assert.equal((await read(`/posts/${person.votedId}`)).votesCount, 0);
    const [top] = await read(`/comments?entityType=post&entityId=${person.votedId}`);
    assert.deepEqual([top.userId, top.content, top.replies.length], ['deleted', 'I want it too', 1]);
    const plans: { id: number; createdBy: string }[] = await read('/roadmap');
    assert.equal(plans.find(({ id }) => id === person.planId)?.createdBy, 'deleted');
  });

  it('keeps the cases of reports without their author', async () => {
    const { db } = running.server;
    const person = await newPerson();
    const casesBy = (column: 'id' | 'author_id', value: string | readonly number[]) =>
      selectAcrossProjects<ReportCaseRow>(
        db,
        `SELECT id, entity_type, entity_id, state, count, other, author_id FROM report_cases WHERE ${column} IN (:value) ORDER BY id`,
        { value },
      );
    const before = await casesBy('author_id', person.user.id);
    assert.deepEqual(before.map(({ entity_type }) => entity_type).sort(), ['comment', 'post']);
    // more than one part holds, of records that are gone; the case of somebody else stays as it is
    const gone = Array.from({ length: ERASED_AT_ONCE + 1 }, (_, index) => ({ ...GONE_CASE, entityId: 900_000 + index }));
    await db
      .model(ReportCase)
      .bulkCreate(gone.map((values, index) => ({ ...values, authorId: index === 0 ? 'operator:7' : person.user.id })));
    await remove(person);
    await eraseAll(running.server, clock);
    assert.deepEqual(await casesBy('author_id', person.user.id), []);
    const ids = before.map(({ id }) => id);
    assert.deepEqual(
      await casesBy('id', ids),
      before.map((row) => ({ ...row, author_id: null })),
    );
    const goneIds = await selectAcrossProjects<{ author_id: string | null }>(
      db,
      'SELECT author_id FROM report_cases WHERE entity_id >= 900000',
    );
    assert.equal(goneIds.length, gone.length);
    assert.deepEqual(
      goneIds.flatMap(({ author_id }) => author_id ?? []),
      ['operator:7'],
    );
    await expectExactCounts(running.server);
  });

  it('deletes the texts where the project wants it', async () => {
    await settings({ erasedContent: 'delete' });
    const person = await newPerson();
    await remove(person);
    await eraseAll(running.server, clock);
    await settings({ erasedContent: 'anonymise' });
    await client(running.server, {}).get(`/reviews/${person.reviewId}`).expect(404);
    await client(running.server, {}).get(`/posts/${person.postId}`).expect(404);
    const [top] = await read(`/comments?entityType=post&entityId=${person.votedId}`);
    assert.deepEqual([top.isDeleted, top.content, top.userId, top.replies.length], [true, null, null, 1]);
    assert.deepEqual(await traceOf(running.server.db, person.user.id), []);
    await expectExactCounts(running.server);
  });

  it('deletes the copies of deleted texts in other tables', async () => {
    await settings({ erasedContent: 'delete' });
    const person = await newPerson();
    const me = clientOfFeedback(person);
    const word = 'Zanzibarian';
    const write = async (path: string, body: object): Promise<number> => (await me.post(path, body).expect(201)).body.data.id;
    const idea = { title: `${word} idea`, description: word, category: 'feature' };
    const [kept, gone] = [await write('/posts', idea), await write('/posts', { ...idea, title: `Another ${word} idea` })];
    const reviewId = await write('/reviews', { itemType: 'product', itemId: 10, rating: 1, comment: word });
    const commentId = await write('/comments', { entityType: 'product', entityId: 10, content: word });
    for (const [entityType, entityId] of Object.entries({ review: reviewId, comment: commentId, post: kept }))
      await (await other()).post('/reports', { entityType, entityId, reason: 'other', note: `It says ${word}` }).expect(201);
    await admin(running.server).put(`/admin/posts/${kept}/status?status=planned`).expect(200);
    const told = async () =>
      selectAcrossProjects(running.server.db, 'SELECT id FROM mail_outbox WHERE data LIKE :word', { word: `%${word}%` });
    await until(async () => (await told()).length > 0);
    await client(running.server, { token: operatorToken(running.server, {}, clock.now()) })
      .delete(`/posts/${gone}`)
      .expect(200);
    assert.ok((await dumpOf(running.server.db)).split(word).length > 8);
    await remove(person);
    await eraseAll(running.server, clock);
    await settings({ erasedContent: 'anonymise' });
    assert.ok(!(await dumpOf(running.server.db)).includes(word));
    await expectExactCounts(running.server);
  });

  it('erases the users of analytics with their count', async () => {
    const unique = async () => (await admin(running.server).get('/admin/apps/erased-shop/analytics').expect(200)).body.uniqueUsers;
    const person = await newPerson();
    const before = await unique();
    await remove(person);
    await eraseAll(running.server, clock);
    // the user, and the installation before the sign-in
    assert.equal(await unique(), before - 2);
  });

  it('goes on where a failure interrupted it', async () => {
    const person = await newPerson();
    await remove(person);
    const deps = composeErasure(running.server.services, clock);
    for (const failing of deps.steps) {
      const steps = deps.steps.map((step) => ({
        ...step,
        erasePart: async (...args: Parameters<typeof step.erasePart>) => {
          const reached = await step.erasePart(...args);
          if (step === failing) throw new Error('interrupted');
          return reached;
        },
      }));
      await assert.rejects(eraseDueAccounts({ ...deps, steps }), /interrupted/);
      await expectExactCounts(running.server);
      clock.advance(6);
    }
    await eraseDueAccounts(deps);
    clock.advance(11);
    await eraseDueAccounts(deps);
    assert.deepEqual(await traceOf(running.server.db, person.user.id), []);
    await expectExactCounts(running.server);
  });

  it('finds what a request wrote that was under way', async () => {
    const person = await newPerson();
    await remove(person);
    await eraseDueAccounts(composeErasure(running.server.services, clock));
    const post = await (await other()).post('/posts', { title: 'Late votes', description: 'Count', category: 'other' }).expect(201);
    const ballot = { postId: post.body.data.id, userId: person.user.id, wantsVote: true, createdAt: clock.now() };
    await running.server.services.feedback.writes.votes.add(11, ballot);
    await eraseAll(running.server, clock);
    assert.equal((await read(`/posts/${post.body.data.id}`)).votesCount, 0);
    assert.deepEqual(await traceOf(running.server.db, person.user.id), []);
  });

  it('leaves the rows of other users unchanged', async () => {
    const [gone, kept] = [await newPerson(), await newPerson()];
    await remove(gone);
    await eraseAll(running.server, clock);
    const dump = await dumpOf(running.server.db);
    for (const secret of kept.secrets) assert.ok(dump.includes(secret), secret);
    assert.ok((await traceOf(running.server.db, kept.user.id)).length >= 14);
  });

  it('leaves the contacts of another person that the user typed', async () => {
    const [kept, gone] = [await newPerson(), await register(running.server, running.providers, newPhone(), { password: PASSWORD })];
    const me = clientOf(running.server, gone);
    await me.put('/profile', { email: kept.email }).expect(200);
    await me.post('/phone/change/init', { phone: kept.phone, password: PASSWORD }).expect(200);
    const { db } = running.server;
    const rows = async () => [
      await selectAcrossProjects(db, 'SELECT phone FROM otp_sends WHERE phone = :phone', { phone: kept.phone }),
      await selectAcrossProjects(db, 'SELECT kind, failures FROM attempt_locks WHERE subject = :phone', { phone: kept.phone }),
      await selectAcrossProjects(db, 'SELECT id FROM mail_outbox WHERE recipient = :email', { email: kept.email }),
    ];
    const before = await rows();
    for (const found of before) assert.ok(found.length > 0);
    await remove(gone);
    await eraseAll(running.server, clock);
    assert.deepEqual(await rows(), before);
  });

  it('keeps the audit rows, by the id only', async () => {
    const person = await register(running.server, running.providers);
    await remove(person);
    await eraseAll(running.server, clock);
    const { body } = await admin(running.server).get(`/admin/audit-log?subject=user:${person.user.id}`).expect(200);
    const actions = body.data.map(({ action }: { action: string }) => action);
    assert.deepEqual(actions.slice(0, 2), ['user.erased', 'user.deletion_requested']);
  });
});
