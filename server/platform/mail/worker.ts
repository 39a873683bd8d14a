import type { Clock } from '../clock.ts';
import type { Logger } from '../logger.ts';
import { maskEmail } from '../mask.ts';
import { type RecurringWork, runAgainAndAgain, saidOncePerOutage } from '../recurring.ts';
import { oneLine, renderLetter, type Template } from './letter.ts';
import {
  type ClaimedMail,
  claimMails,
  type FreePlaces,
  giveUpLostMails,
  isAnyDue,
  markSending,
  PROCESS_ENDED,
  type Settlement,
  settleMail,
} from './outbox.ts';
import type { MailPriority } from './priority.ts';
import { forgetAt } from './purge.ts';
import { waitAfter } from './retries.ts';
import type { MailTransport, Outcome } from './transport.ts';

export interface WorkerSetup {
  readonly log: Logger;
  readonly clock: Clock;
  readonly transport: MailTransport;
  readonly templates: Readonly<Record<string, Template>>;
  /** Told how each attempt ended. */
  readonly count: (template: string, outcome: 'sent' | 'logged' | 'retried' | 'failed' | 'unclear') => void;
}

const LOOK_MS = 1_000;
/** How many mails a process sends at once, and holds in memory. */
const AT_ONCE = 10;
/**
 * How many of one priority. The last place is for the other one: a direct mail never waits for a broadcast's mails that a slow server
 * holds up, and however many direct ones there are, each process goes on with broadcasts one by one.
 */
const AT_ONCE_OF_A_PRIORITY = AT_ONCE - 1;
/** How long no mail is tried after the mail server could not be reached, so that the queue does not spend its tries on that. */
const REST_MS = 5_000;

/** Sends what waits in the outbox. Every process may have one: each mail is tried by one of them at a time. */
export class MailWorker {
  readonly #setup: WorkerSetup;
  readonly #sending = new Map<Promise<void>, MailPriority>();
  #work: RecurringWork | null = null;
  #restUntil = 0;

  constructor(setup: WorkerSetup) {
    this.#setup = setup;
  }

  /** Looks every second for what is due. */
  start(): void {
    const look = (stopping: AbortSignal): Promise<void> => this.#look(stopping);
    this.#work = runAgainAndAgain(LOOK_MS, saidOncePerOutage(look, this.#setup.log, 'the outbox could not be looked at'));
  }

  /** Looks at once. */
  wake(): void {
    this.#work?.wake();
  }

  /** Begins no further mail; resolves when those under way have ended. */
  async stop(): Promise<void> {
    await this.#work?.stop();
    await Promise.all(this.#sending.keys());
  }

  get #now(): Date {
    return this.#setup.clock.now();
  }

  async #look(stopping: AbortSignal): Promise<void> {
    if (await isAnyDue('sending', this.#now))
      for (const mail of await giveUpLostMails(AT_ONCE, this.#now)) this.#report(mail, { state: 'unclear', reason: PROCESS_ENDED });
    if (stopping.aborted || this.#now.getTime() < this.#restUntil || !(await isAnyDue('waiting', this.#now))) return;
    for (const mail of await claimMails(this.#free(), this.#now)) this.#begin(mail);
  }

  #free(): FreePlaces {
    const used = { direct: 0, broadcast: 0 };
    for (const priority of this.#sending.values()) used[priority] += 1;
    const { direct, broadcast } = used;
    return { all: AT_ONCE - direct - broadcast, direct: AT_ONCE_OF_A_PRIORITY - direct, broadcast: AT_ONCE_OF_A_PRIORITY - broadcast };
  }

  #begin(mail: ClaimedMail): void {
    const sending = this.#send(mail)
      .catch((error: unknown) => this.#setup.log.error({ err: error, mail: mail.id }, 'what became of a mail could not be written down'))
      .finally(() => {
        this.#sending.delete(sending);
        // for the place that is free now
        this.wake();
      });
    this.#sending.set(sending, mail.priority);
  }

  async #send(mail: ClaimedMail): Promise<void> {
    const outcome = await this.#attempt(mail);
    if (outcome.kind === 'later' && outcome.isDown) this.#restUntil = this.#now.getTime() + REST_MS;
    const settlement = settlementOf(mail, outcome, this.#now);
    this.#report(mail, settlement);
    await settleMail(mail, settlement, this.#now);
  }

  async #attempt(mail: ClaimedMail): Promise<Outcome> {
    const { templates, transport, log } = this.#setup;
    const template = templates[mail.template];
    // one that a newer process has queued is left for it
    if (template === undefined) return { kind: 'later', reason: 'no such template', isDown: false };
    try {
      const letter = renderLetter(template(mail.data, mail.language), mail.language);
      const to = { name: oneLine(mail.name), address: mail.to };
      const outgoing = { ...letter, to, template: mail.template, messageId: mail.messageId, date: this.#now };
      return await transport.deliver(outgoing, () => markSending(mail, this.#now));
    } catch (error) {
      log.error({ err: error, mail: mail.id, template: mail.template }, 'a mail could not be written');
      return { kind: 'later', reason: 'not written', isDown: false };
    }
  }

  #report({ id, template, to, attempts }: ClaimedMail, { state, reason }: Pick<Settlement, 'state' | 'reason'>): void {
    const { log, count } = this.#setup;
    count(template, state === 'waiting' ? 'retried' : state);
    const facts = { mail: id, template, to: maskEmail(to), attempts, reason };
    if (state === 'sent') log.info(facts, 'a mail was sent');
    if (state === 'waiting') log.warn(facts, 'a mail was not taken; it is tried again');
    if (state === 'failed') log.error(facts, 'a mail was not taken and is given up');
    if (state === 'unclear') log.error(facts, 'a mail may have been sent or not; it is not tried again');
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
