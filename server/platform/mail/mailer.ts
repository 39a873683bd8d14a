import { afterCommit } from '../db/transaction.ts';
import { insertMails, type NewMail } from './outbox.ts';
import { MailWorker, type WorkerSetup } from './worker.ts';

let worker: MailWorker | null = null;

/** Starts sending what waits in the outbox. */
export function startMailer(setup: WorkerSetup): void {
  void stopMailer();
  worker = new MailWorker(setup);
  worker.start();
}

/** Resolves when the mails under way have ended and nothing of it uses the database any more. */
export async function stopMailer(): Promise<void> {
  const ending = worker;
  worker = null;
  await ending?.stop();
}

/**
 * Queues mails in the caller's transaction; they leave when that is committed, soon and once each (contract §3, Mail). What is queued
 * already, by key and recipient, is left alone.
 */
export async function enqueueMails(mails: readonly NewMail[], now: Date): Promise<void> {
  await insertMails(mails, now);
  afterCommit(() => worker?.wake());
}
