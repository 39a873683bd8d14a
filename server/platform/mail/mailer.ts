import type { Database } from '../db/database.ts';
import { afterCommit } from '../db/transactions/transaction.ts';
import { insertMails, type NewMail } from './outbox.ts';
import { MailWorker, type WorkerSetup } from './worker.ts';

/** Queues mails in the outbox and, once started, sends them. */
export class Mailer {
  readonly #db: Database;
  readonly #worker: MailWorker;

  constructor(db: Database, setup: WorkerSetup) {
    this.#db = db;
    this.#worker = new MailWorker(db, setup);
  }

  /** Starts to send the mails of the outbox. */
  start(): void {
    this.#worker.start();
  }

  /** Resolves when the running attempts have ended and the database is no longer used. */
  stop(): Promise<void> {
    return this.#worker.stop();
  }

  /**
   * Queues mails in the caller's transaction; they are sent soon after its commit. A mail whose key and recipient are queued already is
   * skipped.
   */
  async enqueue(mails: readonly NewMail[], now: Date): Promise<void> {
    await insertMails(this.#db, mails, now);
    afterCommit(this.#db, () => this.#worker.wake());
  }
}
