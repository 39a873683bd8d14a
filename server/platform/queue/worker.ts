import { type FixedDelayWork, runWithFixedDelay } from '../concurrency/fixed-delay.ts';
import type { Logger } from '../observe/logger.ts';

/** The work of a queue whose rows several processes claim by lease. */
export interface QueueWork<Item> {
  /** Names the poll in log lines, such as "mail outbox poll". */
  readonly name: string;
  readonly log: Logger;
  /** Claims what is due, with regard to the items under way. Called each second, at `wake` and after each item. */
  claim(underWay: readonly Item[]): Promise<readonly Item[]>;
  /** Works on an item and stores the outcome. A rejection is logged; the item is due again when its lease expires. */
  work(item: Item, stopping: AbortSignal): Promise<void>;
  /** The fields of the log line when the outcome could not be stored. */
  describe(item: Item): Readonly<Record<string, unknown>>;
}

const POLL_MS = 1_000;

/** Works on the items of a queue. Every process may run one: a lease gives each item to one of them at a time. */
export class QueueWorker<Item> {
  readonly #queue: QueueWork<Item>;
  readonly #underWay = new Map<Promise<void>, Item>();
  #work: FixedDelayWork | null = null;
  #stopping = new AbortController();

  constructor(queue: QueueWork<Item>) {
    this.#queue = queue;
  }

  /** Polls the queue every second. */
  start(): void {
    const { name, log } = this.#queue;
    this.#stopping = new AbortController();
    this.#work = runWithFixedDelay((stopping) => this.#poll(stopping), { name, log, delayMs: POLL_MS });
  }

  /** Polls at once. */
  wake(): void {
    this.#work?.wake();
  }

  /** Starts no further item; resolves when the running ones have ended. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#work?.stop();
    await Promise.all(this.#underWay.keys());
  }

  async #poll(stopping: AbortSignal): Promise<void> {
    if (stopping.aborted) return;
    for (const item of await this.#queue.claim([...this.#underWay.values()])) this.#begin(item);
  }

  #begin(item: Item): void {
    const { log, describe } = this.#queue;
    const running = this.#queue
      .work(item, this.#stopping.signal)
      .catch((error: unknown) =>
        log.error({ err: error, ...describe(item) }, 'outcome not stored; the item is worked on again after its lease'),
      )
      .finally(() => {
        this.#underWay.delete(running);
        // a slot is free now
        this.wake();
      });
    this.#underWay.set(running, item);
  }
}
