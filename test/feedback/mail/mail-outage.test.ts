import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { User } from '../../../models/auth/User.ts';
import { systemClock } from '../../../server/platform/clock.ts';
import { PostBroadcasts } from '../../../server/services/feedback/mail/post-broadcasts.ts';
import { movableClock } from '../../apps/support.ts';
import { execute } from '../../support/databases/sql.ts';
import { until } from '../../support/programs/process.ts';
import { decide, newReview } from '../reviews/review-support.ts';
import { executeAcrossProjects, guest } from '../support.ts';
import { StatusMails } from './status-mail-support.ts';

interface BroadcastRow {
  readonly attempts: number;
  readonly due_at: Date | string;
  readonly done_at: Date | string | null;
}

describe('mails while the mail server is down', () => {
  let mails: StatusMails;
  before(async () => {
    mails = await StatusMails.start();
    mails.smtp.behave({ recipient: 450 });
  });
  after(() => mails.close());
  afterEach(async () => {
    await executeAcrossProjects(mails.server.db, 'DELETE FROM mail_outbox');
  });

  it('delay neither a guest nor a moderator', async () => {
    const guestEmail = mails.newEmail();
    const review = await newReview(guest(mails.server), { guestEmail });
    await decide(mails.moderator, review.id, 'status=approved');
    const rows = await mails.select<{ state: string }>('SELECT state FROM mail_outbox WHERE recipient = :guestEmail', {
      guestEmail,
    });
    assert.deepEqual(rows, [{ state: 'waiting' }]);
  });

  /** Inserts voters with e-mail addresses directly. */
  async function addVoters(postId: number, count: number): Promise<string[]> {
    const now = new Date(0);
    const ids = Array.from({ length: count }, () => randomUUID());
    const users = ids.map((id, index) => ({
      id,
      projectId: 11,
      phone: `+1${postId}${index}`,
      phoneKey: `+1${postId}${index}`,
      email: `${id}@example.com`,
      verifiedEmail: `${id}@example.com`,
    }));
    await mails.server.db.model(User).bulkCreate(users);
    await execute(mails.server.db, 'INSERT INTO post_votes (post_id, user_id, project_id, created_at) VALUES :rows', {
      rows: ids.map((id) => [postId, id, 11, now]),
    });
    return ids;
  }

  it('are queued in chunks, each reader once', async () => {
    const email = mails.newEmail();
    const author = await mails.person({ email });
    const id = await mails.newPost(author);
    const voters = await addVoters(id, 1_200);
    await execute(mails.server.db, 'INSERT INTO post_votes (post_id, user_id, project_id, created_at) VALUES (:id, :userId, 11, :now)', {
      id,
      userId: author.id,
      now: new Date(0),
    });
    await mails.move(id, 'status=planned');
    await mails.waitForBroadcasts();
    const rows = await mails.select<{ recipient: string; data: string; priority: number }>(
      'SELECT recipient, data, priority FROM mail_outbox WHERE mail_key LIKE :key ORDER BY id',
      { key: `post:${id}:%` },
    );
    assert.equal(rows.length, 1_201);
    assert.ok(rows.every(({ priority }) => priority === 1));
    const roles = rows.map(({ recipient, data }) => [recipient, (JSON.parse(data) as { reader: string }).reader] as const);
    assert.deepEqual(
      new Map(roles),
      new Map([[email, 'author'] as const, ...voters.map((voter) => [`${voter}@example.com`, 'voter'] as const)]),
    );
  });

  it('are abandoned after ten failures without blocking others', async () => {
    const [failing, fine] = [mails.newEmail(), mails.newEmail()];
    const ids = [await mails.newPost(await mails.person({ email: failing })), await mails.newPost(await mails.person({ email: fine }))];
    const { feedback } = mails.server.services;
    await feedback.broadcasts.stop();
    for (const id of ids) await mails.move(id, 'status=planned');
    // data that this release cannot read
    await executeAcrossProjects(mails.server.db, "UPDATE mail_broadcasts SET data = '{' WHERE post_id = :id", { id: ids[0] ?? 0 });
    const clock = movableClock(systemClock.now());
    const broadcasts = new PostBroadcasts({ ...feedback, clock });
    broadcasts.start();
    const of = async (index: number): Promise<BroadcastRow> => {
      const sql = 'SELECT attempts, due_at, done_at FROM mail_broadcasts WHERE post_id = :id';
      return (await mails.select<BroadcastRow>(sql, { id: ids[index] ?? 0 }))[0] as BroadcastRow;
    };
    await until(async () => (await of(1)).done_at !== null);
    const started = clock.now().getTime();
    for (let attempts = 1; attempts < 10; attempts += 1) {
      await until(async () => (await of(0)).attempts === attempts);
      const { due_at: dueAt, done_at: doneAt } = await of(0);
      assert.equal(doneAt, null);
      clock.set(dueAt);
      await broadcasts.stop();
      broadcasts.start();
    }
    await until(async () => (await of(0)).done_at !== null);
    const hours = (clock.now().getTime() - started) / 3_600_000;
    assert.ok(hours > 20 && hours < 24, `${hours} hours`);
    const logged = mails.lines().filter(({ msg }) => String(msg).includes('mails to readers'));
    assert.deepEqual(
      logged.map(({ level }) => level),
      [...Array.from({ length: 9 }, () => 40), 50],
    );
    const queued = await mails.select<{ recipient: string }>('SELECT recipient FROM mail_outbox WHERE template = :template', {
      template: 'post_status',
    });
    assert.deepEqual(queued, [{ recipient: fine }]);
    await broadcasts.stop();
    feedback.broadcasts.start();
  });

  it('are dropped when the post is deleted', async () => {
    const author = await mails.person({ email: mails.newEmail() });
    const id = await mails.newPost(author);
    const { broadcasts } = mails.server.services.feedback;
    await broadcasts.stop();
    await mails.move(id, 'status=planned');
    await author.delete(`/posts/${id}`).expect(200);
    broadcasts.start();
    await mails.waitForBroadcasts();
    assert.deepEqual(await mails.select('SELECT id FROM mail_outbox WHERE mail_key LIKE :key', { key: `post:${id}:%` }), []);
  });
});
