import type { Clock } from '../clock.ts';
import { type FixedDelayWork, runWithFixedDelay } from '../concurrency/fixed-delay.ts';
import type { Database } from '../db/database.ts';
import { maskEmail } from '../mask.ts';
import type { Logger } from '../observe/logger.ts';
import { oneLine, renderMail, type Template } from './mail-content.ts';
import { type ClaimedMail, claimMails, type FreeSlots, isAnyDue, type Settlement, settleMail } from './outbox.ts';
import type { MailPriority } from './priority.ts';
import { forgetAt } from './purge.ts';
import { MAX_ATTEMPTS, waitAfter } from './retries.ts';
import type { MailTransport, Outcome } from './transport.ts';

export interface WorkerSetup {
  readonly log: Logger;
  readonly clock: Clock;
  readonly transport: MailTransport;
  readonly templates: Readonly<Record<string, Template>>;
  /** Counts each attempt by its outcome. */
  readonly count: (template: string, outcome: 'sent' | 'logged' | 'retried' | 'failed') => void;
}

const POLL_MS = 1_000;
/** How many mails a process sends at once, and holds in memory. */
const SLOTS = 10;
/** One slot is reserved for the other priority: slow broadcasts never block direct mails, and direct mails never stop broadcasts. */
const SLOTS_OF_A_PRIORITY = SLOTS - 1;
/** The pause after the mail server could not be reached, so that the other mails do not spend their attempts. */
const DOWN_MS = 5_000;

/** Sends the mails of the outbox. Every process may run one: a lease gives each mail to one of them at a time. */
export class MailWorker {
  readonly #db: Database;
  readonly #setup: WorkerSetup;
  readonly #sending = new Map<Promise<void>, MailPriority>();
  #work: FixedDelayWork | null = null;
  #pausedUntil = 0;

  constructor(db: Database, setup: WorkerSetup) {
    this.#db = db;
    this.#setup = setup;
  }

  /** Polls the outbox every second. */
  start(): void {
    const poll = (stopping: AbortSignal): Promise<void> => this.#poll(stopping);
    this.#work = runWithFixedDelay(poll, { name: 'mail outbox poll', log: this.#setup.log, delayMs: POLL_MS });
  }

  /** Polls at once. */
  wake(): void {
    this.#work?.wake();
  }

  /** Starts no further attempt; resolves when the running ones have ended. */
  async stop(): Promise<void> {
    await this.#work?.stop();
    await Promise.all(this.#sending.keys());
  }

  get #now(): Date {
    return this.#setup.clock.now();
  }

  async #poll(stopping: AbortSignal): Promise<void> {
    if (stopping.aborted || this.#isPaused() || !(await isAnyDue(this.#db, this.#now))) return;
    for (const mail of await claimMails(this.#db, this.#free(), this.#now)) this.#begin(mail);
  }

  /** A pause that ends too late began before the clock was set back. */
  #isPaused(): boolean {
    const leftMs = this.#pausedUntil - this.#now.getTime();
    return leftMs > 0 && leftMs <= DOWN_MS;
  }

  #free(): FreeSlots {
    const used = { direct: 0, broadcast: 0 };
    for (const priority of this.#sending.values()) used[priority] += 1;
    const { direct, broadcast } = used;
    return { all: SLOTS - direct - broadcast, direct: SLOTS_OF_A_PRIORITY - direct, broadcast: SLOTS_OF_A_PRIORITY - broadcast };
  }

  #begin(mail: ClaimedMail): void {
    const sending = this.#send(mail)
      .catch((error: unknown) =>
        this.#setup.log.error({ err: error, mail: mail.id }, 'mail outcome not stored; sent again after its lease'),
      )
      .finally(() => {
        this.#sending.delete(sending);
        // a slot is free now
        this.wake();
      });
    this.#sending.set(sending, mail.priority);
  }

  async #send(mail: ClaimedMail): Promise<void> {
    const outcome = await this.#attempt(mail);
    if (outcome.kind === 'later' && outcome.isDown) this.#pausedUntil = this.#now.getTime() + DOWN_MS;
    const settlement = settlementOf(mail, outcome, this.#now);
    this.#report(mail, settlement);
    await settleMail(this.#db, mail, settlement, this.#now);
  }

  async #attempt(mail: ClaimedMail): Promise<Outcome> {
    const { templates, transport, log } = this.#setup;
    // its processes died in each attempt before
    if (mail.attempts > MAX_ATTEMPTS) return { kind: 'refused', reason: 'too many attempts' };
    const template = templates[mail.template];
    // a newer release has queued it and can send it
    if (template === undefined) return { kind: 'later', reason: 'unknown template', isDown: false };
    try {
      const content = renderMail(template(mail.data, mail.language), mail.language);
      const to = { name: oneLine(mail.name), address: mail.to };
      return await transport.deliver({ ...content, to, template: mail.template, messageId: mail.messageId, date: this.#now });
    } catch (error) {
      log.error({ err: error, mail: mail.id, template: mail.template }, 'mail could not be rendered');
      return { kind: 'later', reason: 'not rendered', isDown: false };
    }
  }

  #report({ id, template, to, attempts }: ClaimedMail, { state, reason }: Pick<Settlement, 'state' | 'reason'>): void {
    const { log, count } = this.#setup;
    count(template, state === 'waiting' ? 'retried' : state);
    const fields = { mail: id, template, to: maskEmail(to), attempts, reason };
    if (state === 'sent') log.info(fields, 'mail sent');
    if (state === 'waiting') log.warn(fields, 'mail attempt failed; trying again');
    if (state === 'failed') log.error(fields, 'mail delivery failed permanently');
  }
}

function settlementOf({ attempts }: ClaimedMail, outcome: Outcome, now: Date): Settlement {
  const reason = 'reason' in outcome ? outcome.reason : null;
  const ended = (state: Settlement['state']): Settlement => ({ state, dueAt: forgetAt(now), reason });
  if (outcome.kind === 'refused') return ended('failed');
  if (outcome.kind !== 'later') return ended(outcome.kind);
  const wait = waitAfter(attempts);
  if (wait === null) return ended('failed');
  return { state: 'waiting', dueAt: new Date(now.getTime() + wait), reason };
}
