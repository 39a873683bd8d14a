// Raw SQL: one statement stores the messages that wait.
import { randomUUID } from 'node:crypto';
import { countryOf } from '../../../../domain/phone.ts';
import type { Clock } from '../../../../platform/clock.ts';
import { type FixedDelayWork, runWithFixedDelay } from '../../../../platform/concurrency/fixed-delay.ts';
import type { SecretKeys } from '../../../../platform/crypto/secret-keys.ts';
import type { Database } from '../../../../platform/db/database.ts';
import { asDate, execute, type SqlValue, selectRows } from '../../../../platform/db/statements/sql.ts';
import { acrossProjects, withTenant } from '../../../../platform/db/tenancy/with-tenant.ts';
import { maskPhone } from '../../../../platform/mask.ts';
import type { AcceptedMessage } from '../../../../platform/messaging/delivery.ts';
import type { MessageState, Receipt } from '../../../../platform/messaging/receipts/receipt.ts';
import type { CodeStatistics } from '../statistics/code-statistics.ts';
import { changeStates, counterOf, MESSAGES_TABLE } from './change-states.ts';
import { phoneDigest } from './phone-digest.ts';

/** Rows are kept for this long. */
export const CODE_MESSAGES_MS = 7 * 24 * 3_600_000;
/** Rows that wait while the database is away; further ones are dropped. */
const MAX_WAITING = 10_000;
const MAX_AT_ONCE = 200;
const RETRY_MS = 1_000;
/** A receipt can be faster than the row of its message, which another process stores. */
const LATE_MS = 1_000;
const MAX_LATE = 1_000;
/** Clocks of processes may differ by this much. */
const SKEW_MS = 60_000;
/** The ids that the column takes; no provider has others. */
const ID = /^[\x21-\x7e]{1,190}$/;
const COLUMNS = [
  'project_id',
  'phone',
  'phone_digest',
  'country',
  'purpose',
  'provider',
  'provider_id',
  'state',
  'holder',
  'sent_at',
  'changed_at',
];

/** The name of a message: ids of two providers may be equal. */
export interface MessageKey {
  readonly provider: string;
  /** The provider's id of the message. */
  readonly messageId: string;
}

export interface SentMessage extends MessageKey {
  readonly projectId: number;
  /** E.164. */
  readonly phone: string;
  readonly country: string | null;
  /** That of the code. */
  readonly purpose: string;
  readonly sentAt: Date;
  /** Whether this process sends the code another way unless the message is delivered. */
  readonly isHeld: boolean;
}

/** `unchanged`: it said nothing new. `refused`: its signature was wrong. */
export const RECEIPT_OUTCOMES = ['sent', 'delivered', 'read', 'failed', 'unchanged', 'unknown', 'refused'] as const;
export type ReceiptOutcome = (typeof RECEIPT_OUTCOMES)[number];

export interface MessageLogDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly secrets: SecretKeys;
  readonly codeStatistics: CodeStatistics;
  readonly counts: ReceiptCounts;
}

/** Counts receipts, for the metrics. */
export interface ReceiptCounts {
  receipt(provider: string, outcome: ReceiptOutcome): void;
}

type NotedCode = Pick<SentMessage, 'projectId' | 'phone' | 'purpose'>;
type StateListener = (message: MessageKey, state: MessageState) => void;

/**
 * The messages of providers that report what happens to them. A row is stored beside the send, together with those of other sends that
 * wait, so that no send is slower and none fails because of it.
 */
export class MessageLog {
  readonly #deps: MessageLogDeps;
  /** Names this process in the rows that it holds. */
  readonly #holder = randomUUID();
  readonly #late = new Set<MessageKey & Receipt>();
  #waiting: SqlValue[][] = [];
  #storing: Promise<void> | null = null;
  #work: FixedDelayWork | null = null;
  #onState: StateListener = () => {};

  constructor(deps: MessageLogDeps) {
    this.#deps = deps;
  }

  start(): void {
    const { log } = this.#deps.db;
    this.#work ??= runWithFixedDelay(() => this.store(), { name: 'messages of codes', log, delayMs: RETRY_MS });
  }

  /** Resolves when what waits is stored, unless the database is away. */
  async stop(): Promise<void> {
    await this.#work?.stop();
    this.#work = null;
    this.#late.clear();
    await this.store().catch((err: unknown) => this.#deps.db.log.warn({ err }, 'storing the messages of codes failed at the end'));
  }

  /** Gets the states of messages that this process learns about. */
  onState(listener: StateListener): void {
    this.#onState = listener;
  }

  /** Counts the message of a code, and keeps it when its provider reports what happens to it. */
  note({ projectId, phone, purpose }: NotedCode, { provider, messageId, fallbackSeconds }: AcceptedMessage, sentAt: Date): void {
    if (messageId === null) return;
    const country = countryOf(phone);
    this.#deps.codeStatistics.countIn('tracked', { projectId, country, at: sentAt, provider });
    this.add({ projectId, phone, country, purpose, provider, messageId, sentAt, isHeld: fallbackSeconds !== null });
  }

  /** Stores the row of a message soon. */
  add(message: SentMessage): void {
    const { projectId, phone, country, purpose, provider, messageId, sentAt, isHeld } = message;
    if (this.#waiting.length >= MAX_WAITING || !ID.test(messageId)) return;
    const holder = isHeld ? this.#holder : null;
    const digest = phoneDigest(this.#deps.secrets, message);
    this.#waiting.push([
      projectId,
      maskPhone(phone),
      digest,
      country,
      purpose,
      provider,
      messageId,
      'queued',
      holder,
      sentAt,
      this.#deps.clock.now(),
    ]);
    this.#work?.wake();
  }

  /** Resolves when all messages that were added are stored. */
  async store(): Promise<void> {
    while (this.#waiting.length > 0 || this.#storing !== null) {
      this.#storing ??= this.#storeNext().finally(() => {
        this.#storing = null;
      });
      await this.#storing;
    }
  }

  async #storeNext(): Promise<void> {
    const batch = this.#waiting.splice(0, MAX_AT_ONCE);
    if (batch.length === 0) return;
    try {
      await execute(this.#deps.db, `INSERT INTO ${MESSAGES_TABLE} (${COLUMNS.join(', ')}) VALUES :values`, { values: batch });
    } catch (error) {
      this.#waiting.unshift(...batch);
      throw error;
    }
  }

  /** Applies receipts of a provider, in any order. Those of messages that have no row yet are applied a little later, or dropped. */
  async receive(provider: string, receipts: readonly Receipt[]): Promise<void> {
    const unknown = await this.#apply(
      provider,
      receipts.filter(({ messageId }) => ID.test(messageId)),
    );
    const late = unknown.slice(0, MAX_LATE - this.#late.size).map((receipt) => ({ provider, ...receipt }));
    for (const receipt of late) this.#late.add(receipt);
    if (late.length > 0) setTimeout(() => this.#applyLate(provider, late), LATE_MS).unref();
    for (const _ of unknown.slice(late.length)) this.#deps.counts.receipt(provider, 'unknown');
  }

  #applyLate(provider: string, late: readonly (MessageKey & Receipt)[]): void {
    const live = late.filter((receipt) => this.#late.delete(receipt));
    if (live.length === 0) return;
    this.#apply(provider, live)
      .then((unknown) => unknown.forEach(() => this.#deps.counts.receipt(provider, 'unknown')))
      .catch((err: unknown) => this.#deps.db.log.warn({ err }, 'late receipts of messages failed'));
  }

  /** Returns the receipts of messages without a row. */
  async #apply(provider: string, receipts: readonly Receipt[]): Promise<readonly Receipt[]> {
    const { db, clock, counts, codeStatistics } = this.#deps;
    await this.store();
    const unknown: Receipt[] = [];
    for (let first = 0; first < receipts.length; first += MAX_AT_ONCE) {
      const batch = receipts.slice(first, first + MAX_AT_ONCE);
      const { rows, changes } = await changeStates(db, provider, { receipts: batch, now: clock.now() });
      const known = new Set(rows.map(({ messageId }) => messageId));
      unknown.push(...batch.filter(({ messageId }) => !known.has(messageId)));
      const changed = batch.filter(({ messageId }) => known.has(messageId)).length - changes.length;
      for (let count = 0; count < changed; count += 1) counts.receipt(provider, 'unchanged');
      for (const { row, before, state } of changes) {
        if (state !== 'queued') counts.receipt(provider, state);
        const { projectId, country, sentAt, messageId } = row;
        const counter = counterOf(before, state);
        if (counter !== null) codeStatistics.countIn(counter, { projectId, country, provider, at: asDate(sentAt) });
        this.#onState({ provider, messageId }, state);
      }
    }
    return unknown;
  }

  /** The state of one message; null without a row. */
  async stateOf(projectId: number, { provider, messageId }: MessageKey): Promise<MessageState | null> {
    await this.store();
    const [row] = await selectRows<{ state: MessageState }>(
      withTenant(this.#deps.db, projectId),
      `SELECT state FROM ${MESSAGES_TABLE} WHERE project_id = :projectId AND provider = :provider AND provider_id = :messageId`,
      { provider, messageId },
    );
    return row?.state ?? null;
  }

  /** Reports the ends of messages that this process holds, also those that other processes learnt about since `since`. */
  async poll(since: Date): Promise<void> {
    const rows = await selectRows<MessageKey & { state: MessageState }>(
      acrossProjects(this.#deps.db),
      `SELECT provider, provider_id AS messageId, state FROM ${MESSAGES_TABLE}
       WHERE holder = :holder AND changed_at >= :from AND state IN ('delivered', 'read', 'failed')`,
      { holder: this.#holder, from: new Date(since.getTime() - SKEW_MS) },
    );
    for (const { state, ...message } of rows) this.#onState(message, state);
  }
}
