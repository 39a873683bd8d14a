import type { Clock } from '../../../../platform/clock.ts';
import { Bulkhead } from '../../../../platform/concurrency/bulkhead.ts';
import { type FixedDelayWork, runWithFixedDelay } from '../../../../platform/concurrency/fixed-delay.ts';
import { digestOfCode } from '../../../../platform/crypto/one-time-code.ts';
import type { SecretKeys } from '../../../../platform/crypto/secret-keys.ts';
import type { Database } from '../../../../platform/db/database.ts';
import { maskPhone } from '../../../../platform/mask.ts';
import { DeliveryFailed, type OtpDelivery, type OtpMessage } from '../../../../platform/messaging/delivery.ts';
import type { MessageState } from '../../../../platform/messaging/receipts/receipt.ts';
import type { CappedProject, OtpGuard } from '../guard/otp-guard.ts';
import { type ClearCode, isUntouched } from '../stored-codes.ts';
import type { MessageKey, MessageLog } from './message-log.ts';

/** `not_needed`: the message arrived, or its code was used, tried or replaced. */
export const FALLBACK_OUTCOMES = ['sent', 'not_needed', 'capped', 'failed'] as const;
type FallbackOutcome = (typeof FALLBACK_OUTCOMES)[number];

/** Counts what happened to codes that waited for a receipt, for the metrics. */
export interface FallbackCounts {
  fallback(outcome: FallbackOutcome): void;
}

export interface SecondChannelDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly secrets: SecretKeys;
  readonly delivery: OtpDelivery;
  readonly guard: OtpGuard;
  readonly messageLog: MessageLog;
  readonly counts: FallbackCounts;
  findProject(id: number): Promise<(CappedProject & { readonly isActive: boolean }) | null>;
}

/** A message that waits for its receipt. */
export interface HeldMessage extends MessageKey {
  readonly code: ClearCode;
  readonly message: OtpMessage;
  /** When the code was sent. */
  readonly sentAt: Date;
  /** How long the receipt may take. */
  readonly seconds: number;
}

/** Further messages wait for no receipt: about a megabyte, and more than all providers take in ten minutes of a normal day. */
const MAX_HELD = 5_000;
const LOOK_MS = 200;
const POLL_MS = 1_000;
const SENDS = { slots: 4, queue: MAX_HELD, waitMs: 30_000 };

/**
 * Sends a code once by the next channel of its route when its message was not delivered in time, or failed. The clear codes are in the
 * memory of this process for that time, and nowhere else: a process that ends sends no second message.
 */
export class SecondChannel {
  readonly #deps: SecondChannelDeps;
  readonly #held = new Map<string, HeldMessage & { readonly dueAt: number }>();
  readonly #sending = new Set<Promise<void>>();
  readonly #sends = new Bulkhead(SENDS);
  #work: FixedDelayWork | null = null;
  #polledAt = 0;
  #polledTo = new Date(0);

  constructor(deps: SecondChannelDeps) {
    this.#deps = deps;
    deps.messageLog.onState((message, state) => this.#note(message, state));
  }

  start(): void {
    const { log } = this.#deps.db;
    this.#work ??= runWithFixedDelay(() => this.#look(), { name: 'second channel of codes', log, delayMs: LOOK_MS });
  }

  /** Drops what waits. Resolves when the sends under way have ended. */
  async stop(): Promise<void> {
    const work = this.#work;
    this.#work = null;
    this.#held.clear();
    await work?.stop();
    await Promise.all(this.#sending);
  }

  /** Waits for the receipt of a message. */
  hold(held: HeldMessage): void {
    if (this.#work === null || this.#held.size >= MAX_HELD) return;
    if (this.#held.size === 0) this.#polledTo = this.#deps.clock.now();
    this.#held.set(nameOf(held), { ...held, dueAt: performance.now() + held.seconds * 1_000 });
  }

  #note(message: MessageKey, state: MessageState): void {
    const held = this.#held.get(nameOf(message));
    if (held === undefined) return;
    if (state === 'delivered' || state === 'read') this.#drop(held);
    if (state !== 'failed') return;
    this.#held.set(nameOf(held), { ...held, dueAt: 0 });
    this.#work?.wake();
  }

  #drop(held: HeldMessage): void {
    this.#held.delete(nameOf(held));
    this.#deps.counts.fallback('not_needed');
  }

  /** Sends what is due. Asks the database for receipts of other processes once a second, while something waits. */
  async #look(): Promise<void> {
    if (this.#held.size === 0) return;
    this.#sendDue();
    if (this.#held.size === 0 || performance.now() - this.#polledAt < POLL_MS) return;
    this.#polledAt = performance.now();
    const now = this.#deps.clock.now();
    await this.#deps.messageLog.poll(this.#polledTo);
    this.#polledTo = now;
    this.#sendDue();
  }

  #sendDue(): void {
    const now = performance.now();
    for (const [name, held] of this.#held) {
      if (held.dueAt > now) continue;
      this.#held.delete(name);
      const sending = this.#sends
        .run(() => this.#send(held))
        .catch((error: unknown) => this.#failed(held, error))
        .then((outcome) => this.#deps.counts.fallback(outcome))
        .finally(() => this.#sending.delete(sending));
      this.#sending.add(sending);
    }
  }

  #failed({ message }: HeldMessage, err: unknown): FallbackOutcome {
    this.#deps.db.log.warn({ err, phone: maskPhone(message.phone) }, 'sending a code by the next channel failed');
    return 'failed';
  }

  async #send(held: HeldMessage): Promise<FallbackOutcome> {
    const { delivery, guard, messageLog, clock, findProject } = this.#deps;
    const { code, provider, sentAt } = held;
    // the process ends
    if (this.#work === null) return 'not_needed';
    if (!(await this.#isNeeded(held))) return 'not_needed';
    const project = await findProject(code.projectId);
    if (project?.isActive !== true) return 'not_needed';
    const message = this.#withTimeLeft(held);
    if (message === null) return 'not_needed';
    const place = await guard.takeMessage(project, clock.now());
    if (place === null) return 'capped';
    try {
      const accepted = await delivery.sendAfter(provider, message);
      messageLog.note(code, { ...accepted, fallbackSeconds: null }, sentAt);
      return 'sent';
    } catch (error) {
      await place.giveBack();
      // the errors of the channels are in the log already
      if (error instanceof DeliveryFailed) return 'failed';
      throw error;
    }
  }

  /** Whether the message may not have arrived, and the code is as it was sent: live, unused, without a wrong try. */
  async #isNeeded(held: HeldMessage): Promise<boolean> {
    const { db, secrets, clock, messageLog } = this.#deps;
    const { code } = held;
    const state = await messageLog.stateOf(code.projectId, held);
    if (state === 'delivered' || state === 'read') return false;
    return isUntouched(db, code, { digest: digestOfCode(secrets, code, code.code), now: clock.now() });
  }

  /** The message with the validity that is left, in whole minutes; null when it is over. */
  #withTimeLeft({ message, sentAt }: HeldMessage): OtpMessage | null {
    const left = message.ttlSeconds - Math.ceil((this.#deps.clock.now().getTime() - sentAt.getTime()) / 1_000);
    if (left <= 0) return null;
    return { ...message, ttlSeconds: left < 60 ? left : left - (left % 60) };
  }
}

function nameOf({ provider, messageId }: MessageKey): string {
  return `${provider} ${messageId}`;
}
