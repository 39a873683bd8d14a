import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { User } from '../../../models/auth/User.ts';
import type { Environment } from '../../../server/config/types.ts';
import { type MemoryLog, memoryLog } from '../../support/memory-log.ts';
import { type MailServer, type ReceivedMail, startMailServer } from '../../support/programs/mail-server.ts';
import { until } from '../../support/programs/process.ts';
import type { TestServer } from '../../support/server.ts';
import { newReview, type ReviewData } from '../reviews/review-support.ts';
import { type Caller, guest, selectAcrossProjects, staff, startFeedbackServer, user } from '../support.ts';

interface PersonFields {
  email?: string | null;
  language?: string;
  notifications?: boolean;
  projectId?: number;
}

/** A feedback server that sends its mails to a mail server of the test. */
export class StatusMails {
  readonly server: TestServer;
  readonly smtp: MailServer;
  readonly moderator: Caller;
  readonly lines: MemoryLog['lines'];
  #people = 0;

  private constructor(server: TestServer, smtp: MailServer, lines: MemoryLog['lines']) {
    this.server = server;
    this.smtp = smtp;
    this.moderator = staff(server);
    this.lines = lines;
  }

  static async start(env: Environment = {}): Promise<StatusMails> {
    const { log, lines } = memoryLog('warn');
    const smtp = await startMailServer();
    const server = await startFeedbackServer({ log, env: { SMTP_URL: smtp.url, MAIL_FROM: 'Souq <news@souq.example>', ...env } });
    return new StatusMails(server, smtp, lines);
  }

  async close(): Promise<void> {
    await this.server.close();
    await this.smtp.close();
  }

  /** A new address. */
  newEmail(): string {
    this.#people += 1;
    return `person${this.#people}@example.com`;
  }

  /** The mails to the address, after all waiting ones were sent. */
  async inbox(email: string, expected: number): Promise<ReceivedMail[]> {
    await this.waitForDelivery();
    const mails = this.smtp.mails.filter(({ to }) => to.includes(email));
    assert.equal(mails.length, expected, JSON.stringify(mails.map((mail) => mail.email.subject)));
    return mails;
  }

  async waitForDelivery(): Promise<void> {
    await this.waitForBroadcasts();
    await until(async () => {
      const waiting = await this.select("SELECT id FROM mail_outbox WHERE state IN ('waiting', 'sending')");
      return waiting.length === 0;
    });
  }

  async waitForBroadcasts(): Promise<void> {
    await until(async () => (await this.select('SELECT id FROM mail_broadcasts WHERE done_at IS NULL')).length === 0);
  }

  select<T extends object>(sql: string, values: Readonly<Record<string, string | number>> = {}): Promise<T[]> {
    return selectAcrossProjects<T>(this.server.db, sql, values);
  }

  /** A review by a guest with a new address. */
  async guestReview(fields: Readonly<Record<string, unknown>> = {}): Promise<ReviewData & { email: string }> {
    const email = this.newEmail();
    return { ...(await newReview(guest(this.server), { guestEmail: email, ...fields })), email };
  }

  /** A user with a row in the table. */
  async person(fields: PersonFields = {}): Promise<Caller> {
    const id = randomUUID();
    this.#people += 1;
    const phone = `+9665${String(10_000_000 + this.#people)}`;
    const { projectId = 11, email = null, ...rest } = fields;
    await this.server.db.model(User).create({ id, projectId, phone, phoneKey: phone, email, verifiedEmail: email, ...rest });
    return user(this.server, { userId: id, projectId });
  }

  /** Creates a post and returns its id. */
  async newPost(author: Caller, title = 'Dark <i>mode</i>'): Promise<number> {
    const { body } = await author.post('/posts', { title, description: `Please, ${randomUUID()}`, category: 'feature' }).expect(201);
    return body.data.id;
  }

  /** Changes the status of a post; `query` holds `status` and `reason`. */
  async move(id: number, query: string): Promise<void> {
    await this.moderator.put(`/admin/posts/${id}/status?${query}`).expect(200);
  }
}
