import assert from 'node:assert/strict';
import { User } from '../../../models/auth/User.ts';
import { Review } from '../../../models/feedback/Review.ts';
import { codeOf, faultsOf } from '../../apps/support.ts';
import { statementsOf } from '../../support/databases/statements.ts';
import type { Client } from '../../support/requests/client.ts';
import type { TestServer } from '../../support/server.ts';
import { comment, newItem } from '../comments/comment-support.ts';
import { newPost } from '../posts/post-support.ts';
import { newReview } from '../reviews/review-support.ts';
import { account, type Caller, executeAcrossProjects, expectExactCounts, guest, staff, startFeedbackServer, user } from '../support.ts';

type Kind = 'review' | 'comment' | 'post';
const SHOWN = { review: 'approved', comment: 'visible', post: 'visible' } as const;

/** An entry as far as most tests look at it. */
interface Entry {
  readonly kind: Kind;
  readonly id: number;
  readonly reason: string;
  readonly waitingSince: string;
}

describe('the moderation queue', () => {
  let server: TestServer;
  let author: Caller;
  let moderator: Caller;

  before(async () => {
    server = await startFeedbackServer();
    moderator = staff(server);
  });
  beforeEach(async () => {
    author = await account(server);
  });
  afterEach(() => expectExactCounts(server));
  after(() => server.close());

  const make: Readonly<Record<Kind, () => Promise<number>>> = {
    review: async () => (await newReview(author)).id,
    comment: async () => (await comment(author, newItem())).id,
    post: async () => (await newPost(author)).id,
  };
  const decide = (kind: Kind, id: number, status: string) =>
    moderator.post('/admin/moderation/decisions', { items: [{ entityType: kind, id, status }] }).expect(200);
  const report = (kind: Kind, id: number, caller: Client = user(server)) =>
    caller.post('/reports', { entityType: kind, entityId: id, reason: 'spam' }).expect(201);
  const hold = async (kind: Kind): Promise<number> => {
    const id = await make[kind]();
    await decide(kind, id, 'pending');
    return id;
  };
  const pageOf = async (query: string) => (await moderator.get(`/admin/moderation/queue?${query}`).expect(200)).body;
  const own = async (query = ''): Promise<Entry[]> => (await pageOf(`authorId=${author.id}&limit=100&${query}`)).data;
  const keysOf = (entries: readonly Entry[]) => entries.map(({ kind, id, reason }) => [kind, id, reason]);

  it('shows what waits of all kinds, the oldest first', async () => {
    const post = await make.post();
    const review = await hold('review');
    await report('post', post);
    const text = await hold('comment');
    const entries = await own();
    const expected = [
      ['review', review, 'pending'],
      ['post', post, 'reported'],
      ['comment', text, 'pending'],
    ];
    assert.deepEqual(keysOf(entries), expected);
    const times = entries.map(({ waitingSince }) => waitingSince);
    assert.deepEqual(times, times.toSorted());
    await decide('review', review, 'approved');
    await decide('post', post, 'visible');
    await moderator.put(`/admin/reports/post/${post}`, { resolution: 'dismissed' }).expect(200);
    await decide('comment', text, 'removed');
    assert.deepEqual(await own(), []);
  });

  it('tells of a review what a decision needs', async () => {
    await server.db.model(User).update({ firstName: 'Sara', language: 'ar' }, { where: { projectId: 11, id: author.id } });
    await newReview(author, { rating: 1, title: 'Bad', itemId: 900 }).then(({ id }) => decide('review', id, 'rejected'));
    const { id } = await newReview(author, { rating: 2, title: 'Slow', comment: 'Too slow', itemId: 901 });
    await report('review', id);
    const blocking = 'INSERT INTO author_blocks (project_id, user_id, author_id, created_at) VALUES (11, :userId, :authorId, :now)';
    await executeAcrossProjects(server.db, blocking, { userId: user(server).id, authorId: author.id, now: new Date() });
    const [entry] = await pageOf(`authorId=${author.id}`).then(({ data }) => data);
    const { author: who, contentHash, reports, createdAt, waitingSince, ...rest } = entry;
    assert.deepEqual(rest, {
      kind: 'review',
      id,
      reason: 'reported',
      status: 'approved',
      title: 'Slow',
      text: 'Too slow',
      rating: 2,
      images: [],
      language: 'ar',
      about: { type: 'product', id: 901, title: null },
    });
    const { createdAt: joined, ...known } = who;
    assert.deepEqual(known, { id: author.id, name: 'Sara', isGuest: false, isErased: false, removed: 1, reported: 1, blockedBy: 1 });
    assert.match(joined, /^\d{4}-/);
    assert.deepEqual([reports.count, reports.reasons.spam, reports.firstAt], [1, 1, waitingSince]);
    assert.ok(createdAt < waitingSince);
    const item = { entityType: 'review', id, status: 'rejected', contentHash };
    const { results } = (await moderator.post('/admin/moderation/decisions', { items: [item] }).expect(200)).body;
    assert.equal(results[0].outcome, 'done');
  });

  it('tells a guest and the title a comment is about', async () => {
    const email = `${author.id}@example.com`;
    const { id } = await newReview(guest(server), { guestEmail: email, guestName: 'Jane' });
    const [entry] = (await pageOf(`authorId=guest:${email}`)).data;
    assert.deepEqual(entry.author, {
      id: `guest:${email}`,
      name: 'Jane',
      isGuest: true,
      isErased: false,
      createdAt: null,
      removed: 0,
      reported: 0,
      blockedBy: 0,
    });
    assert.deepEqual([entry.id, entry.language, entry.reports], [id, null, null]);
    const post = await newPost(author, { title: 'Night mode' });
    const below = await comment(author, { entityType: 'post', entityId: post.id });
    await decide('comment', below.id, 'pending');
    assert.deepEqual(
      (await own('kinds=comment')).map((found) => Reflect.get(found, 'about')),
      [{ type: 'post', id: post.id, title: 'Night mode' }],
    );
    await report('post', post.id);
    assert.deepEqual(
      (await own('kinds=post')).map((found) => Reflect.get(found, 'about')),
      [null],
    );
    await moderator.put(`/admin/reports/post/${post.id}`, { resolution: 'dismissed' }).expect(200);
    await decide('comment', below.id, 'visible');
    await decide('review', id, 'approved');
  });

  for (const kind of ['review', 'comment', 'post'] as const) {
    it(`keeps the place of a pending ${kind} that is reported`, async () => {
      const id = await hold(kind);
      const [before] = await own();
      await report(kind, id, moderator);
      const [after] = await own();
      assert.deepEqual([before?.reason, after?.reason], ['pending', 'reported']);
      assert.equal(after?.waitingSince, before?.waitingSince);
      assert.deepEqual(keysOf(await own('reason=pending')), []);
      assert.deepEqual(keysOf(await own('reason=reported')), [[kind, id, 'reported']]);
      await decide(kind, id, SHOWN[kind]);
      assert.deepEqual(await own(), []);
    });

    it(`gives a ${kind} its place back after undo`, async () => {
      const id = await hold(kind);
      const [before] = await own();
      await decide(kind, id, SHOWN[kind]);
      await decide(kind, id, 'pending');
      const [after] = await own();
      assert.equal(after?.waitingSince, before?.waitingSince);
      await decide(kind, id, SHOWN[kind]);
      await report(kind, id);
      const [reported] = await own();
      await moderator.put(`/admin/reports/${kind}/${id}`, { resolution: 'removed' }).expect(200);
      assert.deepEqual(await own(), []);
      await moderator.put(`/admin/reports/${kind}/${id}`, { resolution: 'open' }).expect(200);
      assert.deepEqual(await own(), [reported]);
      await moderator.put(`/admin/reports/${kind}/${id}`, { resolution: 'dismissed' }).expect(200);
    });

    it(`forgets a reported ${kind} that its author deletes`, async () => {
      const id = await make[kind]();
      await report(kind, id);
      assert.equal((await own()).length, 1);
      await author.delete(`/${kind}s/${id}`).expect(200);
      assert.deepEqual(await own(), []);
      const { body } = await moderator.get('/admin/reports?limit=100').expect(200);
      const found = body.data.find(
        ({ entityType, entityId }: { entityType: Kind; entityId: number }) => entityType === kind && entityId === id,
      );
      assert.equal(found.content, null);
      await moderator.put(`/admin/reports/${kind}/${id}`, { resolution: 'dismissed' }).expect(200);
    });
  }

  it('forgets reported comments on a deleted post', async () => {
    const post = await newPost(user(server));
    const { id } = await comment(author, { entityType: 'post', entityId: post.id });
    await report('comment', id);
    assert.equal((await own()).length, 1);
    await moderator.delete(`/posts/${post.id}`).expect(200);
    assert.deepEqual(await own(), []);
  });

  it('restarts the clock of a review after its edit', async () => {
    const id = await make.review();
    await decide('review', id, 'rejected');
    const editedFrom = new Date().toISOString();
    await author.put(`/reviews/${id}`, { comment: 'Written again' }).expect(200);
    const [entry] = await own();
    assert.ok(entry !== undefined && entry.waitingSince >= editedFrom);
    await decide('review', id, 'approved');
  });

  it('shows what a release before left pending', async () => {
    const id = await hold('review');
    await executeAcrossProjects(server.db, "UPDATE reviews SET pending_since = '1970-01-01' WHERE id = :id", { id });
    const [{ createdAt }] = (await server.db.model(Review).findAll({ where: { projectId: 11, id } })) as [Review];
    assert.deepEqual(
      (await own()).map(({ waitingSince }) => waitingSince),
      [createdAt.toISOString()],
    );
    await decide('review', id, 'approved');
  });

  it('filters by kind, words, author and time', async () => {
    const [review, post] = [await hold('review'), await hold('post')];
    const other = await newPost(user(server), { title: 'Purple elephant' });
    await decide('post', other.id, 'pending');
    assert.deepEqual(keysOf(await own('kinds=review')), [['review', review, 'pending']]);
    assert.equal((await own('kinds=post,review')).length, 2);
    assert.deepEqual(keysOf((await pageOf('q=ELEPHANT%20purple')).data), [['post', other.id, 'pending']]);
    assert.deepEqual((await pageOf('q=elephant&kinds=comment')).data, []);
    assert.deepEqual(await own('to=2001-01-01T00:00:00Z'), []);
    assert.deepEqual(await own('from=2999-01-01T00:00:00Z'), []);
    assert.equal((await own('from=2001-01-01T00:00:00Z&to=2999-01-01T00:00:00Z')).length, 2);
    for (const [kind, id] of [
      ['review', review],
      ['post', post],
      ['post', other.id],
    ] as const)
      await decide(kind, id, SHOWN[kind]);
  });

  it('pages over equal times without losses or repeats', async () => {
    const expected: unknown[] = [];
    for (const kind of ['review', 'comment', 'post'] as const)
      for (let index = 0; index < 3; index += 1) expected.push([kind, await hold(kind), 'pending']);
    const reported = await make.comment();
    await report('comment', reported);
    const at = new Date(Date.parse('2026-11-20T10:00:00.000Z'));
    for (const table of ['reviews', 'comments', 'posts'])
      await executeAcrossProjects(server.db, `UPDATE ${table} SET pending_since = :at WHERE user_id = :id`, { at, id: author.id });
    await executeAcrossProjects(server.db, 'UPDATE report_cases SET open_since = :at WHERE entity_id = :reported AND author_id = :id', {
      at,
      reported,
      id: author.id,
    });
    expected.splice(6, 0, ['comment', reported, 'reported']);
    for (const filter of [`authorId=${author.id}&`, '']) {
      const found: Entry[] = [];
      for (let next = ''; ; ) {
        const page = await pageOf(`${filter}limit=2${next === '' ? '' : `&cursor=${next}`}`);
        found.push(...page.data);
        if (page.next === null) break;
        next = page.next;
      }
      assert.deepEqual(keysOf(found), expected);
    }
    for (const { kind, id } of await own()) await decide(kind, id, kind === 'review' ? 'rejected' : 'removed');
    assert.deepEqual(await own(), []);
  });

  it('sends as many statements for many entries as for few', async () => {
    for (const kind of ['review', 'comment', 'post'] as const) await report(kind, await make[kind]());
    const once = async () => (await statementsOf(server.db, () => pageOf('limit=100'))).length;
    // a poller or a project that was read again only adds
    const count = async () => Math.min(await once(), await once(), await once());
    const few = await count();
    for (const kind of ['review', 'comment', 'post'] as const)
      for (let index = 0; index < 4; index += 1) {
        author = await account(server);
        await report(kind, await make[kind]());
      }
    assert.equal(await count(), few);
    assert.ok(few <= 8, `${few} statements`);
  });

  it('refuses other callers, projects and malformed queries', async () => {
    await hold('post');
    assert.deepEqual((await staff(server, { projectId: 12 }).get('/admin/moderation/queue').expect(200)).body.data, []);
    assert.equal(codeOf(await author.get('/admin/moderation/queue').expect(403)), 'permission_denied');
    const queries = ['kinds=roadmap', 'reason=all', 'cursor=1', 'cursor=1-post-0', 'limit=0', 'from=x', 'authorId=me'];
    for (const query of queries) {
      const [field = ''] = query.split('=');
      assert.deepEqual(faultsOf(await moderator.get(`/admin/moderation/queue?${query}`).expect(400)), [field]);
    }
  });
});
