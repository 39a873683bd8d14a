import { type FixedDelayWork, runWithFixedDelay } from '../concurrency/fixed-delay.ts';
import type { Logger } from '../observe/logger.ts';

interface Subscription {
  readonly webhookId: number;
  /** null: all projects, and the platform. */
  readonly projectId: number | null;
  readonly patterns: readonly string[];
}

/** An active webhook. */
export interface SubscriptionRow {
  readonly id: number;
  readonly projectId: number | null;
  /** JSON: types and patterns. */
  readonly events: string;
}

/** Reads all active webhooks. */
type ReadRows = () => Promise<readonly SubscriptionRow[]>;

const POLL_MS = 1_000;

/**
 * Knows in memory which active webhook wants which events, so that a write that no webhook wants costs no statement. Without `start`, as in
 * a command, it reads the webhooks once, at the first question.
 */
export class Subscriptions {
  readonly #read: ReadRows;
  readonly #log: Logger;
  #subscriptions: readonly Subscription[] | null = null;
  #polling: FixedDelayWork | null = null;
  #started = 0;
  #applied = 0;
  #onDelivery: () => void = () => {};

  constructor(read: ReadRows, log: Logger) {
    this.#read = read;
    this.#log = log;
  }

  /** Reads the webhooks each second from now on. Resolves when the first read has succeeded. */
  async start(): Promise<void> {
    await this.stop();
    await this.refresh();
    const options = { name: 'webhook poll', log: this.#log, delayMs: POLL_MS, firstDelayMs: POLL_MS };
    this.#polling = runWithFixedDelay(() => this.refresh(), options);
  }

  async stop(): Promise<void> {
    await this.#polling?.stop();
    this.#polling = null;
  }

  /** Reads the webhooks now. The process that changes one calls it after the commit. */
  async refresh(): Promise<void> {
    this.#started += 1;
    const number = this.#started;
    const rows = await this.#read();
    // an older read that ends later must not undo this one
    if (number < this.#applied) return;
    this.#applied = number;
    this.#subscriptions = rows.map(({ id, projectId, events }) => ({ webhookId: id, projectId, patterns: JSON.parse(events) }));
  }

  /** The ids of the active webhooks that want events of this type and project; null for events of the platform. */
  async wantedBy(type: string, projectId: number | null): Promise<readonly number[]> {
    if (this.#subscriptions === null) await this.refresh();
    const wanting = this.#subscriptions?.filter((one) => covers(one, projectId) && one.patterns.some((pattern) => matches(pattern, type)));
    return wanting?.map(({ webhookId }) => webhookId) ?? [];
  }

  /** Calls `wake` after each commit that queued a delivery in this process. */
  onDelivery(wake: () => void): void {
    this.#onDelivery = wake;
  }

  /** Reports that a delivery was queued and committed. */
  reportDelivery(): void {
    this.#onDelivery();
  }
}

/** An event of the platform goes to the webhooks of all projects alone. */
function covers(subscription: Subscription, projectId: number | null): boolean {
  return subscription.projectId === null || subscription.projectId === projectId;
}

/** Whether a type is meant by a pattern: `review.created`, or `review.*` for all types of that prefix. */
export function matches(pattern: string, type: string): boolean {
  return pattern === type || (pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1)));
}
