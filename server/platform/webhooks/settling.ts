import type { Database } from '../db/database.ts';
import type { SendingWebhook } from './deliveries.ts';
import { type EndedTry, settleTries } from './settle.ts';

/** Stores tries of one webhook: those that end while others are being stored go together. */
export class Settling {
  readonly #db: Database;
  readonly #webhook: SendingWebhook;
  readonly #pauseMs: number;
  readonly #tries: EndedTry[] = [];
  #storing: Promise<void> | null = null;
  #failures: unknown[] = [];

  constructor(db: Database, webhook: SendingWebhook, pauseMs: number) {
    this.#db = db;
    this.#webhook = webhook;
    this.#pauseMs = pauseMs;
  }

  add(ended: EndedTry): void {
    this.#tries.push(ended);
    this.#storing ??= this.#store();
  }

  /** Resolves when all is stored. @throws the failure of a transaction; its tries are repeated when their leases expire */
  async done(): Promise<void> {
    await this.#storing;
    if (this.#failures.length > 0) throw this.#failures[0];
  }

  async #store(): Promise<void> {
    // after the tries that end in this turn
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#tries.length > 0) {
      const settled = { tries: this.#tries.splice(0), pauseMs: this.#pauseMs };
      await settleTries(this.#db, this.#webhook, settled).catch((error: unknown) => this.#failures.push(error));
    }
    this.#storing = null;
  }
}
