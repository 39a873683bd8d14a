import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { User } from '../../models/auth/User.ts';
import { systemClock } from '../../server/platform/clock.ts';
import { execute, selectRows } from '../../server/platform/db/sql.ts';
import { startPostBroadcasts, stopPostBroadcasts } from '../../server/services/feedback/post-broadcasts.ts';
import { movableClock } from '../apps/support.ts';
import { admin } from '../support/client.ts';
import { type MailServer, type ReceivedMail, startMailServer } from '../support/mail-server.ts';
import { memoryLog } from '../support/memory-log.ts';
import { until } from '../support/process.ts';
import { openRace } from '../support/race.ts';
import { silent } from '../support/scratch-database.ts';
import type { TestServer } from '../support/server.ts';
import { auditOf, decide, newReview, type ReviewData } from './review-support.ts';
import { type Caller, guest, staff, startFeedbackServer, user } from './support.ts';

interface BroadcastRow {
  readonly attempts: number;
  readonly due_at: Date | string;
  readonly done_at: Date | string | null;
}

describe('mails about a change of status', () => {
  let server: TestServer;
  let smtp: MailServer;
  let moderator: Caller;
  let people = 0;

  before(async () => {
    smtp = await startMailServer();
    server = await startFeedbackServer({ env: { SMTP_URL: smtp.url, MAIL_FROM: 'Souq <news@souq.example>' } });
    moderator = staff(server);
  });
  after(async () => {
    await server.close();
    await smtp.close();
  });

  /** An address that no other test has. */
  function newEmail(): string {
    people += 1;
    return `person${people}@example.com`;
  }

  const mailsTo = (email: string): ReceivedMail[] => smtp.mails.filter(({ to }) => to.includes(email));

  /** What reached the address, once nothing waits any more. */
  async function inbox(email: string, expected: number): Promise<ReceivedMail[]> {
    await nothingWaits();
    assert.equal(mailsTo(email).length, expected, JSON.stringify(mailsTo(email).map((mail) => mail.email.subject)));
    return mailsTo(email);
  }

  async function nothingWaits(): Promise<void> {
    await until(async () => {
      const open = await selectRows('SELECT id FROM mail_broadcasts WHERE done_at IS NULL');
      const waiting = await selectRows("SELECT id FROM mail_outbox WHERE state IN ('waiting', 'sending')");
      return open.length + waiting.length === 0;
    });
  }

  describe('of a review', () => {
    async function guestReview(fields: Readonly<Record<string, unknown>> = {}): Promise<ReviewData & { email: string }> {
      const email = newEmail();
      return { ...(await newReview(guest(server), { guestEmail: email, ...fields })), email };
    }

    it('tell the guest that it was approved', async () => {
      const review = await guestReview({ guestName: 'Bob', title: 'Good <b>shop</b>', comment: 'Fine' });
      await decide(moderator, review.id, 'status=approved');
      const [mail] = await inbox(review.email, 1);
      assert.deepEqual([mail?.from, mail?.to], ['news@souq.example', [review.email]]);
      assert.deepEqual(mail?.email.to, [{ name: 'Bob', address: review.email }]);
      assert.equal(mail?.email.subject, 'Your review was approved');
      assert.match(mail?.email.text ?? '', /^Hello Bob,\s+Your review was approved\.[\s\S]+Good <b>shop<\/b>/);
      assert.match(mail?.email.html ?? '', /Good &lt;b&gt;shop&lt;\/b&gt;/);
      assert.ok(!/https?:/.test(`${mail?.email.text}${mail?.email.html}`), 'no address to follow');
    });

    it('tell the guest that it was rejected, and why', async () => {
      const review = await guestReview();
      await decide(moderator, review.id, `status=rejected&reason=${encodeURIComponent('<script>no</script>')}`);
      const [mail] = await inbox(review.email, 1);
      assert.equal(mail?.email.subject, 'Your review was not approved');
      assert.match(mail?.email.text ?? '', /^Hello,[\s\S]+The reason:\s+<script>no<\/script>\s*$/);
      assert.match(mail?.email.html ?? '', /&lt;script&gt;no&lt;\/script&gt;/);
    });

    it('are one for each real change, and none for a repetition or for pending', async () => {
      const review = await guestReview();
      for (const status of ['approved', 'approved', 'rejected', 'rejected', 'pending', 'approved'])
        await decide(moderator, review.id, `status=${status}`);
      const subjects = (await inbox(review.email, 3)).map(({ email }) => email.subject);
      assert.deepEqual(subjects.sort(), ['Your review was approved', 'Your review was approved', 'Your review was not approved']);
      const ids = smtp.mails.map(({ email }) => email.messageId);
      assert.equal(new Set(ids).size, ids.length);
    });

    it('are none to who is signed in', async () => {
      const email = newEmail();
      const author = await person({ email });
      const review = await newReview(author, { guestEmail: email });
      await decide(moderator, review.id, 'status=rejected');
      await inbox(email, 0);
    });

    it('are in Arabic for who writes Arabic', async () => {
      for (const fields of [{ title: 'ممتاز' }, { comment: 'very جيد' }, { guestName: 'نورة' }]) {
        const review = await guestReview(fields);
        await decide(moderator, review.id, 'status=approved');
        const [mail] = await inbox(review.email, 1);
        assert.equal(mail?.email.subject, 'تمت الموافقة على تقييمك');
        assert.match(mail?.email.html ?? '', /<html lang="ar" dir="rtl">/);
      }
    });

    it('are else in the first language of the project that there is a text in', async () => {
      const subjectFor = async (languages: readonly string[]): Promise<string | undefined> => {
        await admin(server).put('/admin/projects/11', { settings: { languages } }).expect(200);
        const review = await guestReview();
        await decide(moderator, review.id, 'status=approved');
        return (await inbox(review.email, 1))[0]?.email.subject;
      };
      assert.equal(await subjectFor(['fr', 'ar', 'en']), 'تمت الموافقة على تقييمك');
      assert.equal(await subjectFor(['fr']), 'Your review was approved');
      assert.equal(await subjectFor(['en', 'ar']), 'Your review was approved');
    });

    it('are exactly as many as the real changes when moderators race', async () => {
      const race = await openRace(server, 8, { Authorization: `Bearer ${moderator.token}` });
      try {
        for (let round = 0; round < 20; round += 1) {
          const review = await guestReview();
          const path = (index: number): string => `/admin/reviews/${review.id}/status?status=${index % 2 === 0 ? 'approved' : 'rejected'}`;
          const answers = await race.run(Array.from({ length: 8 }, (_, index) => ({ method: 'PUT', path: path(index) })));
          assert.ok(
            answers.every(({ status }) => status === 200),
            `round ${round}`,
          );
          const moves = (await auditOf(review.id)).filter(({ action }) => action === 'review.status_changed');
          const mails = await selectRows<{ template: string }>('SELECT template FROM mail_outbox WHERE recipient = :to ORDER BY id', {
            to: review.email,
          });
          assert.deepEqual(
            mails.map(({ template }) => template),
            moves.map(({ details }) => `review_${String(details['after'])}`),
          );
        }
      } finally {
        race.close();
      }
      await nothingWaits();
    });

    it('are counted', async () => {
      const metrics = await (await fetch(`${server.url}/metrics`)).text();
      assert.match(metrics, /diwan_mails_total\{template="review_approved",outcome="sent"\} [1-9]/);
    });
  });

  interface PersonFields {
    email?: string | null;
    language?: string;
    notifications?: boolean;
    projectId?: number;
  }

  /** A user who is in the table, too. */
  async function person(fields: PersonFields = {}): Promise<Caller> {
    const id = randomUUID();
    people += 1;
    const phone = `+9665${String(10_000_000 + people)}`;
    const { projectId = 11, email = null, ...rest } = fields;
    await User.create({ id, projectId, phone, phoneKey: phone, email, emailKey: email, ...rest });
    return user(server, { userId: id, projectId });
  }

  async function newPost(author: Caller, title = 'Dark <i>mode</i>'): Promise<number> {
    const { body } = await author.post('/posts', { title, description: 'Please.', category: 'feature' }).expect(201);
    return body.data.id;
  }

  const move = (id: number, query: string) => moderator.put(`/admin/posts/${id}/status?${query}`).expect(200);

  describe('of a post', () => {
    it('go to the author and the voters who left an e-mail, in the language of each', async () => {
      const [author, arabic, french] = [newEmail(), newEmail(), newEmail()];
      const writer = await person({ email: author });
      const id = await newPost(writer);
      for (const email of [arabic, french, null])
        await (await person({ email, language: email === arabic ? 'ar' : 'fr' })).post(`/posts/${id}/vote`).expect(200);
      await move(id, `status=in_progress&reason=${encodeURIComponent('Soon & <b>well</b>')}`);
      const [toAuthor] = await inbox(author, 1);
      assert.equal(toAuthor?.email.subject, '“Dark <i>mode</i>” is now in progress');
      assert.match(toAuthor?.email.text ?? '', /^The status of your request changed from “under review” to “in progress”:/);
      assert.match(toAuthor?.email.html ?? '', /Dark &lt;i&gt;mode&lt;\/i&gt;[\s\S]+Soon &amp; &lt;b&gt;well&lt;\/b&gt;/);
      const [toArabic] = await inbox(arabic, 1);
      assert.match(toArabic?.email.subject ?? '', /^«Dark <i>mode<\/i>»: قيد التنفيذ$/);
      assert.match(toArabic?.email.text ?? '', /صوّتَّ له من «قيد المراجعة» إلى «قيد التنفيذ»/);
      const [toFrench] = await inbox(french, 1);
      assert.match(toFrench?.email.text ?? '', /^The status of a request that you voted for changed/);
    });

    it('go to nobody twice, and to operators too', async () => {
      const email = newEmail();
      const author = await person({ email });
      const id = await newPost(author);
      await author.post(`/posts/${id}/vote`).expect(200);
      const operator = { username: 'namesake', password: 'battery staple horse', role: 'staff', email };
      const { body } = await admin(server).post('/admin/projects/11/operators', operator).expect(201);
      await staff(server, { operatorId: body.id }).post(`/posts/${id}/vote`).expect(200);
      await move(id, 'status=planned');
      const [mail] = await inbox(email, 1);
      assert.match(mail?.email.text ?? '', /your request/);
      await move(id, 'status=planned');
      await inbox(email, 1);
      await move(id, 'status=declined');
      await move(id, 'status=planned');
      await inbox(email, 3);
    });

    it('go to none who wants no notifications', async () => {
      const email = newEmail();
      const id = await newPost(await person({ email, notifications: false }));
      await move(id, 'status=planned');
      await inbox(email, 0);
    });

    it('shorten a long title in the subject alone', async () => {
      const email = newEmail();
      const title = 'ط'.repeat(200);
      const id = await newPost(await person({ email }), title);
      await move(id, 'status=completed');
      const [mail] = await inbox(email, 1);
      assert.equal(mail?.email.subject, `“${'ط'.repeat(79)}…” is now completed`);
      assert.ok(mail?.email.text?.includes(title), 'whole in the text');
    });
  });

  describe('while the mail server is down', () => {
    before(async () => {
      await nothingWaits();
      smtp.behave({ recipient: 450 });
    });
    afterEach(async () => {
      await execute('DELETE FROM mail_outbox');
    });

    it('hold up neither a guest nor a moderator', async () => {
      const guestEmail = newEmail();
      const review = await newReview(guest(server), { guestEmail });
      await decide(moderator, review.id, 'status=approved');
      const rows = await selectRows<{ state: string }>('SELECT state FROM mail_outbox WHERE recipient = :guestEmail', { guestEmail });
      assert.deepEqual(rows, [{ state: 'waiting' }]);
    });

    /** Voters, all with an e-mail, beside the requests. */
    async function addVoters(postId: number, count: number): Promise<string[]> {
      const now = new Date(0);
      const ids = Array.from({ length: count }, () => randomUUID());
      const users = ids.map((id, index) => ({
        id,
        projectId: 11,
        phone: `+1${postId}${index}`,
        phoneKey: `+1${postId}${index}`,
        email: `${id}@example.com`,
      }));
      await User.bulkCreate(users);
      await execute('INSERT INTO post_votes (post_id, user_id, project_id, created_at) VALUES :rows', {
        rows: ids.map((id) => [postId, id, 11, now]),
      });
      return ids;
    }

    it('are queued for many voters in chunks, the author first, each once', async () => {
      const author = await person({ email: newEmail() });
      const id = await newPost(author);
      const voters = await addVoters(id, 1_200);
      await execute('INSERT INTO post_votes (post_id, user_id, project_id, created_at) VALUES (:id, :userId, 11, :now)', {
        id,
        userId: author.id,
        now: new Date(0),
      });
      await move(id, 'status=planned');
      await until(async () => (await selectRows('SELECT id FROM mail_broadcasts WHERE done_at IS NULL')).length === 0);
      const rows = await selectRows<{ recipient: string; data: string; priority: number }>(
        'SELECT recipient, data, priority FROM mail_outbox WHERE mail_key LIKE :key ORDER BY id',
        { key: `post:${id}:%` },
      );
      assert.equal(rows.length, 1_201);
      assert.ok(rows.every(({ priority }) => priority === 1));
      assert.deepEqual(
        rows
          .slice(1)
          .map(({ recipient }) => recipient)
          .sort(),
        voters.map((voter) => `${voter}@example.com`).sort(),
      );
      assert.deepEqual(
        rows.map(({ data }) => (JSON.parse(data) as { reader: string }).reader),
        ['author', ...voters.map(() => 'voter')],
      );
    });

    it('of a broadcast that fails hold up no other; after ten failures within a day it is given up', async () => {
      const [failing, fine] = [newEmail(), newEmail()];
      const ids = [await newPost(await person({ email: failing })), await newPost(await person({ email: fine }))];
      await stopPostBroadcasts();
      for (const id of ids) await move(id, 'status=planned');
      // as an older process would find the row of a newer one
      await execute("UPDATE mail_broadcasts SET data = '{' WHERE post_id = :id", { id: ids[0] ?? 0 });
      const { log, lines } = memoryLog();
      const clock = movableClock(systemClock.now());
      startPostBroadcasts({ log, clock });
      const of = async (index: number): Promise<BroadcastRow> => {
        const sql = 'SELECT attempts, due_at, done_at FROM mail_broadcasts WHERE post_id = :id';
        return (await selectRows<BroadcastRow>(sql, { id: ids[index] ?? 0 }))[0] as BroadcastRow;
      };
      await until(async () => (await of(1)).done_at !== null);
      const started = clock.now().getTime();
      for (let attempts = 1; attempts < 10; attempts += 1) {
        await until(async () => (await of(0)).attempts === attempts);
        const { due_at: dueAt, done_at: doneAt } = await of(0);
        assert.equal(doneAt, null);
        clock.set(dueAt);
        await stopPostBroadcasts();
        startPostBroadcasts({ log, clock });
      }
      await until(async () => (await of(0)).done_at !== null);
      const hours = (clock.now().getTime() - started) / 3_600_000;
      assert.ok(hours > 20 && hours < 24, `${hours} hours`);
      const told = lines().filter(({ msg }) => String(msg).includes('mails to voters'));
      assert.deepEqual(
        told.map(({ level }) => level),
        [...Array.from({ length: 9 }, () => 40), 50],
      );
      const queued = await selectRows<{ recipient: string }>('SELECT recipient FROM mail_outbox WHERE template = :template', {
        template: 'post_status',
      });
      assert.deepEqual(queued, [{ recipient: fine }]);
      await stopPostBroadcasts();
      startPostBroadcasts({ log: silent, clock: systemClock });
    });

    it('end with the post', async () => {
      const author = await person({ email: newEmail() });
      const id = await newPost(author);
      await stopPostBroadcasts();
      await move(id, 'status=planned');
      await author.delete(`/posts/${id}`).expect(200);
      startPostBroadcasts({ log: silent, clock: systemClock });
      await until(async () => (await selectRows('SELECT id FROM mail_broadcasts WHERE done_at IS NULL')).length === 0);
      assert.deepEqual(await selectRows('SELECT id FROM mail_outbox WHERE mail_key LIKE :key', { key: `post:${id}:%` }), []);
    });
  });
});
