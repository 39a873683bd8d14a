// Raw SQL: one statement marks the refresh tokens of many sessions.
import type { RefreshGeneration } from '../../../platform/auth/refresh-token.ts';
import type { TokenUses } from '../../../platform/auth/token-guard.ts';
import { type FixedDelayWork, runWithFixedDelay } from '../../../platform/concurrency/fixed-delay.ts';
import type { Database } from '../../../platform/db/database.ts';
import { execute, type SqlValue } from '../../../platform/db/statements/sql.ts';
import { acrossProjects } from '../../../platform/db/tenancy/with-tenant.ts';

/** A request waits this long for the database; the mark is stored later then. */
const WAIT_MS = 250;
const RETRY_MS = 1_000;
const MAX_AT_ONCE = 200;
/** While the database is away, tokens that are already known go on working: this bounds the memory that they may take here. */
const MAX_WAITING = 50_000;

interface Waiting {
  readonly generation: number;
  readonly requests: readonly (() => void)[];
}

/**
 * Marks refresh tokens as used when the first access token that was issued with them is verified. A process writes once for each token, in
 * one statement for all that wait, so no request waits for more than the statement under way and its own.
 */
export class RefreshUses implements TokenUses {
  readonly #db: Database;
  readonly #waiting = new Map<string, Waiting>();
  #work: FixedDelayWork | null = null;

  constructor(db: Database) {
    this.#db = db;
  }

  start(): void {
    this.#work ??= runWithFixedDelay(() => this.#store(), { name: 'marking of refresh tokens', log: this.#db.log, delayMs: RETRY_MS });
  }

  /** Resolves when what waits is stored, unless the database is away. */
  async stop(): Promise<void> {
    await this.#work?.stop();
    this.#work = null;
    await this.#store().catch((err: unknown) => this.#db.log.warn({ err }, 'marking refresh tokens as used failed at the end'));
  }

  note({ sessionId, generation }: RefreshGeneration): Promise<void> {
    const present = this.#waiting.get(sessionId);
    if (present === undefined && this.#waiting.size >= MAX_WAITING) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, WAIT_MS).unref();
      const stored = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const latest = Math.max(generation, present?.generation ?? 0);
      this.#waiting.set(sessionId, { generation: latest, requests: [...(present?.requests ?? []), stored] });
      this.#work?.wake();
    });
  }

  async #store(): Promise<void> {
    while (this.#waiting.size > 0) {
      const batch = [...this.#waiting].slice(0, MAX_AT_ONCE);
      await markUsed(this.#db, batch);
      for (const [sessionId, stored] of batch) {
        if (this.#waiting.get(sessionId) === stored) this.#waiting.delete(sessionId);
        for (const answer of stored.requests) answer();
      }
    }
  }
}

/** A token that was exchanged meanwhile, or is marked already, is left alone. */
async function markUsed(db: Database, tokens: readonly (readonly [sessionId: string, Waiting])[]): Promise<void> {
  const values: Record<string, SqlValue> = {};
  const conditions = tokens.map(([sessionId, { generation }], index) => {
    values[`id${index}`] = sessionId;
    values[`generation${index}`] = generation;
    return `(id = :id${index} AND unused_generation = :generation${index})`;
  });
  await execute(acrossProjects(db), `UPDATE sessions SET unused_generation = NULL WHERE ${conditions.join(' OR ')}`, values);
}
