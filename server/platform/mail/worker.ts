import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { maskEmail } from '../mask.ts';
import type { Logger } from '../observe/logger.ts';
import { QueueWorker } from '../queue/worker.ts';
import { type MailTopic, oneLine, renderMail, type Template } from './mail-content.ts';
import { type ClaimedMail, claimMails, type FreeSlots, isAnyDue, type Settlement, settleMail } from './outbox.ts';
import { forgetAt } from './purge.ts';
import { MAIL_RETRIES } from './retries.ts';
import type { MailTransport, Outcome } from './transport.ts';

export interface WorkerSetup {
  readonly log: Logger;
  readonly clock: Clock;
  readonly transport: MailTransport;
  readonly templates: Readonly<Record<string, Template>>;
  readonly readers: MailReaders;
  /** Counts each attempt by its outcome. */
  readonly count: (template: string, outcome: 'sent' | 'logged' | 'retried' | 'failed' | 'unwanted') => void;
}

/** The readers of mails that can be stopped. */
export interface MailReaders {
  /** The address at which the reader stops such mails; null when this server has no public one. */
  addressOf(mail: StoppableMail): string | null;
  /** Whether the reader still wants the mail at this address. */
  isWanted(mail: StoppableMail): Promise<boolean>;
}

export interface StoppableMail extends MailTopic {
  readonly projectId: number;
  readonly to: string;
}

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
  readonly #worker: QueueWorker<ClaimedMail>;
  #pausedUntil = 0;

  constructor(db: Database, setup: WorkerSetup) {
    this.#db = db;
    this.#setup = setup;
    this.#worker = new QueueWorker({
      name: 'mail outbox poll',
      log: setup.log,
      claim: (sending) => this.#claim(sending),
      work: (mail) => this.#send(mail),
      describe: ({ id }) => ({ mail: id }),
    });
  }

  /** Polls the outbox every second. */
  start(): void {
    this.#worker.start();
  }

  /** Polls at once. */
  wake(): void {
    this.#worker.wake();
  }

  /** Starts no further attempt; resolves when the running ones have ended. */
  stop(): Promise<void> {
    return this.#worker.stop();
  }

  get #now(): Date {
    return this.#setup.clock.now();
  }

  async #claim(sending: readonly ClaimedMail[]): Promise<readonly ClaimedMail[]> {
    if (this.#isPaused() || !(await isAnyDue(this.#db, this.#now))) return [];
    return claimMails(this.#db, freeSlots(sending), this.#now);
  }

  /** A pause that ends too late began before the clock was set back. */
  #isPaused(): boolean {
    const leftMs = this.#pausedUntil - this.#now.getTime();
    return leftMs > 0 && leftMs <= DOWN_MS;
  }

  async #send(mail: ClaimedMail): Promise<void> {
    const outcome = await this.#attempt(mail);
    if (outcome.kind === 'later' && outcome.isDown) this.#pausedUntil = this.#now.getTime() + DOWN_MS;
    const settlement = settlementOf(mail, outcome, this.#now);
    this.#report(mail, settlement);
    await settleMail(this.#db, mail, settlement, this.#now);
  }

  async #attempt(mail: ClaimedMail): Promise<Outcome | { readonly kind: 'unwanted' }> {
    const { templates, transport, readers, log } = this.#setup;
    // its processes died in each attempt before
    if (mail.attempts > MAIL_RETRIES.maxAttempts) return { kind: 'refused', reason: 'too many attempts' };
    const template = templates[mail.template];
    // a newer release has queued it and can send it
    if (template === undefined) return { kind: 'later', reason: 'unknown template', isDown: false };
    try {
      const content = template(mail.data, mail.language);
      const stoppable = stoppableOf(mail, content.topic ?? null);
      if (stoppable !== null && !(await readers.isWanted(stoppable))) return { kind: 'unwanted' };
      const unsubscribeUrl = stoppable === null ? null : readers.addressOf(stoppable);
      const rendered = { ...renderMail(content, mail.language, unsubscribeUrl), unsubscribeUrl };
      const to = { name: oneLine(mail.name), address: mail.to };
      return await transport.deliver({ ...rendered, to, template: mail.template, messageId: mail.messageId, date: this.#now });
    } catch (error) {
      log.error({ err: error, mail: mail.id, template: mail.template }, 'mail could not be prepared');
      return { kind: 'later', reason: 'not prepared', isDown: false };
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

function freeSlots(sending: readonly ClaimedMail[]): FreeSlots {
  const direct = sending.filter(({ priority }) => priority === 'direct').length;
  const broadcast = sending.length - direct;
  return { all: SLOTS - sending.length, direct: SLOTS_OF_A_PRIORITY - direct, broadcast: SLOTS_OF_A_PRIORITY - broadcast };
}

function stoppableOf({ projectId, to }: ClaimedMail, topic: MailTopic | null): StoppableMail | null {
  return topic === null ? null : { ...topic, projectId, to };
}

function settlementOf({ attempts }: ClaimedMail, outcome: Outcome | { readonly kind: 'unwanted' }, now: Date): Settlement {
  const reason = 'reason' in outcome ? outcome.reason : null;
  const ended = (state: Settlement['state']): Settlement => ({ state, dueAt: forgetAt(now), reason });
  if (outcome.kind === 'refused') return ended('failed');
  if (outcome.kind !== 'later') return ended(outcome.kind);
  const wait = MAIL_RETRIES.waitAfter(attempts);
  if (wait === null) return ended('failed');
  return { state: 'waiting', dueAt: new Date(now.getTime() + wait), reason };
}
