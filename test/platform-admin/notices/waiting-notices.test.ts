import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mailNotices } from '../../../server/services/platform-admin/notices/notices.ts';
import { comment, newItem } from '../../feedback/comments/comment-support.ts';
import { newPost } from '../../feedback/posts/post-support.ts';
import { newReview } from '../../feedback/reviews/review-support.ts';
import { executeAcrossProjects, guest } from '../../feedback/support.ts';
import { always } from '../../support/always.ts';
import { sentStatementsOf } from '../../support/databases/statements.ts';
import { admin, type Client, client } from '../../support/requests/client.ts';
import { operatorToken, phoneToken } from '../../support/requests/tokens.ts';
import { type Duty, HOUR_MS, MINUTE_MS, startDuty } from './notice-support.ts';

const SUBJECT = 'Content waits for a decision (project 11)';
const TO_DUTY: [string, string][] = [['duty@example.com', SUBJECT]];

describe('a notice about content that waits an hour', () => {
  let duty: Duty;
  let guests = 0;

  beforeEach(async () => {
    duty = await startDuty();
    await duty.set({ notices: { to: ['duty@example.com'] } });
  });
  afterEach(() => duty.close());

  const moderator = (): Client => {
    const token = operatorToken(duty.server, { operatorId: 7, role: 'staff' }, duty.clock.now());
    return client(duty.server, { token });
  };
  const person = (): Client => client(duty.server, { token: phoneToken(duty.server, { userId: randomUUID() }, duty.clock.now()) });
  /** A review that waits from now on. */
  const pending = (projectId = 11) => {
    guests += 1;
    return newReview(guest(duty.server, projectId), { guestEmail: `guest-${guests}@example.com`, title: 'Secret title' });
  };
  const decide = (id: number): unknown => moderator().put(`/admin/reviews/${id}/status?status=approved`).expect(200);
  /** The notices that went out; guests get mails about their reviews too. */
  const count = async (): Promise<number> => (await duty.mails()).filter(([to]) => !to.startsWith('guest-')).length;

  it('goes out once an hour while nothing is decided', async () => {
    const { id } = await pending();
    duty.clock.advance(HOUR_MS - 1);
    await duty.run();
    assert.equal(await count(), 0);
    duty.clock.advance(1);
    for (let run = 0; run < 3; run += 1) await duty.run();
    assert.deepEqual(await duty.mails(), TO_DUTY);
    duty.clock.advance(59 * MINUTE_MS);
    await duty.run();
    assert.equal(await count(), 1);
    duty.clock.advance(MINUTE_MS);
    await duty.run();
    assert.equal(await count(), 2);
    await decide(id);
    duty.clock.advance(2 * HOUR_MS);
    await duty.run();
    assert.equal(await count(), 2);
  });

  it('stays away when all is decided within it', async () => {
    const [review, post] = [await pending(), await newPost(person())];
    await person().post('/reports', { entityType: 'post', entityId: post.id, reason: 'spam' }).expect(201);
    duty.clock.advance(50 * MINUTE_MS);
    await decide(review.id);
    await moderator().put(`/admin/reports/post/${post.id}`, { resolution: 'dismissed' }).expect(200);
    duty.clock.advance(30 * MINUTE_MS);
    await duty.run();
    assert.equal(await count(), 0);
  });

  it('counts each kind and names since when', async () => {
    const author = person();
    const [post, { id }] = [await newPost(author), await comment(author, newItem())];
    const items = [
      { entityType: 'post', id: post.id, status: 'pending' },
      { entityType: 'comment', id, status: 'pending' },
    ];
    await moderator().post('/admin/moderation/decisions', { items }).expect(200);
    duty.clock.advance(MINUTE_MS);
    await pending();
    duty.clock.advance(MINUTE_MS);
    await pending();
    await moderator().post('/reports', { entityType: 'post', entityId: post.id, reason: 'spam', note: 'Secret note' }).expect(201);
    duty.clock.advance(HOUR_MS);
    await duty.run();
    assert.deepEqual(await duty.mails(), TO_DUTY);
    const text = duty.text(-1);
    for (const line of [
      'Reviews: 2, the oldest since 2026-03-10 10:06 UTC',
      'Comments: 1, the oldest since 2026-03-10 10:05 UTC',
      'Feature requests: 1, the oldest since 2026-03-10 10:05 UTC',
      'Reported content: 1, the oldest since 2026-03-10 10:05 UTC',
      'See: /console/moderation?project=11',
    ])
      assert.ok(text.split('\n').includes(line), text);
    assert.doesNotMatch(text, /Secret|guest-\d/);
    assert.match(text, /`diwan projects set 11 --notices-to …`/);
  });

  it('tells of reports whose hour is over only', async () => {
    const post = await newPost(person());
    const other = await newPost(person());
    const report = (entityId: number) => person().post('/reports', { entityType: 'post', entityId, reason: 'spam' }).expect(201);
    await report(post.id);
    duty.clock.advance(HOUR_MS);
    await duty.run();
    assert.equal(await count(), 1);
    assert.match(duty.text(-1), /^Reported content: 1, the oldest since 2026-03-10 10:05 UTC$/m);
    await moderator().delete(`/posts/${post.id}`).expect(200);
    await report(other.id);
    duty.clock.advance(HOUR_MS - 1);
    await duty.run();
    assert.equal(await count(), 1);
    duty.clock.advance(1);
    await duty.run();
    assert.equal(await count(), 2);
  });

  it('goes to each project about its own content', async () => {
    await duty.set({ notices: { to: ['far@example.com'] }, languages: ['ar-SA', 'en'] }, 12);
    await admin(duty.server).post('/admin/projects', { name: 'Off', id: 13 }).expect(201);
    await duty.set({ notices: { to: ['off@example.com'] } }, 13);
    await pending();
    await pending(12);
    await pending(13);
    await admin(duty.server).put('/admin/projects/13', { isActive: false }).expect(200);
    duty.clock.advance(HOUR_MS);
    await duty.run();
    assert.deepEqual(await duty.mails(), [...TO_DUTY, ['far@example.com', 'محتوى ينتظر قرارًا (المشروع 12)']]);
  });

  it('comes soon after a reader was added', async () => {
    await duty.set({ notices: { to: [] } });
    await pending();
    duty.clock.advance(3 * HOUR_MS);
    await duty.run();
    assert.equal(await count(), 0);
    await duty.set({ notices: { to: ['duty@example.com'] } });
    duty.clock.advance(MINUTE_MS);
    await duty.run();
    assert.deepEqual(await duty.mails(), TO_DUTY);
  });

  it('survives clocks that are set ahead and back', async () => {
    await pending();
    duty.clock.advance(72 * HOUR_MS);
    await duty.run();
    assert.equal(await count(), 1);
    duty.clock.advance(-70 * HOUR_MS);
    for (let run = 0; run < 2; run += 1) await duty.run();
    assert.equal(await count(), 2);
    // before the content began to wait
    duty.clock.advance(-3 * HOUR_MS);
    await duty.run();
    duty.clock.advance(HOUR_MS);
    await duty.run();
    assert.equal(await count(), 2);
  });

  it('takes the own time of rows of the release before', async () => {
    const { id } = await pending();
    await executeAcrossProjects(duty.server.db, "UPDATE reviews SET pending_since = '1970-01-01 00:00:00.000 +00:00' WHERE id = :id", {
      id,
    }).catch(() =>
      executeAcrossProjects(duty.server.db, "UPDATE reviews SET pending_since = '1970-01-01 00:00:00.000' WHERE id = :id", { id }),
    );
    duty.clock.advance(HOUR_MS - 1);
    await duty.run();
    assert.equal(await count(), 0);
    duty.clock.advance(1);
    await duty.run();
    assert.equal(await count(), 1);
  });

  it('is written once by 8 runs at the same time', async () => {
    for (let project = 20; project < 30; project += 1) {
      await admin(duty.server).post('/admin/projects', { name: 'Race', id: project }).expect(201);
      await duty.set({ notices: { to: ['duty@example.com'] } }, project);
      await pending(project);
    }
    duty.clock.advance(HOUR_MS);
    const { notices } = duty.server.services;
    // the clocks of processes differ
    const clockOf = (index: number) => ({ now: () => new Date(duty.clock.now().getTime() + index) });
    await Promise.all(Array.from({ length: 8 }, (_, index) => mailNotices({ ...notices, clock: clockOf(index) }, always)));
    duty.clock.advance(8);
    assert.equal(await count(), 10);
  });

  it('costs two statements for 500 quiet projects', async () => {
    const at = duty.clock.now();
    const values = Array.from({ length: 498 }, (_, index) => [1_000 + index, 'Quiet', 1, '{}', at, at]);
    await executeAcrossProjects(
      duty.server.db,
      'INSERT INTO projects (id, name, is_active, settings, created_at, updated_at) VALUES :values',
      { values },
    );
    await pending();
    duty.clock.advance(HOUR_MS);
    await duty.run();
    assert.equal(await count(), 1);
    const statements = await sentStatementsOf(duty.server.db, () => mailNotices(duty.server.services.notices, always));
    // the acts, and two for each chunk: the second chunk is empty
    assert.deepEqual(
      statements.map(({ sql }) => /FROM (\w+)/.exec(sql)?.[1]),
      ['notice_acts', 'projects', 'projects', 'projects'],
    );
  });
});
