// Raw SQL: a beat is one statement that also returns its number.
import { randomInt } from 'node:crypto';
import { QueryTypes } from 'sequelize';
import type { MySqlConfig } from '../../config/types.ts';
import { type FixedDelayWork, runWithFixedDelay } from '../concurrency/fixed-delay.ts';
import { ApiError } from '../errors.ts';
import type { Logger } from '../logger.ts';
import { createDatabase, type Database, type DatabaseOptions } from './database.ts';
import { selectRows } from './sql.ts';
import { inSnapshot } from './transaction.ts';

/** The age that a client may see. */
const MAX_AGE_MS = 1_000;
/** Two beats fit into the age, so that one may still be on its way to the reader. */
const BEAT_MS = 400;
/** After this time the primary answers. A request has 2.4 s, of which it may wait 1.5 s for a slot. */
const READ_MS = 500;
/** Processes write different rows, so that they do not wait for each other. */
const SLOTS = 16;
const KEPT_BEATS = 4;

interface Beat {
  readonly number: number;
  /** `performance.now()` before it was sent: the reader that has the beat has all that was committed until then. */
  readonly sentAt: number;
}

/** The reader is more than `MAX_AGE_MS` behind. */
class StaleReaderError extends Error {
  constructor() {
    super('The reader is more than a second behind the primary, which answers its reads: check the replication.');
  }
}

/**
 * A copy of the database for reads that may be a second old. The process counts a number up on the primary (a beat); a read on the reader begins
 * by looking which beat has arrived, in the same snapshot. When none of the last second has, or the reader fails, the primary answers.
 */
export class DatabaseReader {
  readonly #db: Database;
  /** A connection to the primary apart from those of requests, with its own times of writes. */
  readonly #primary: Database;
  readonly #log: Logger;
  readonly #slot = randomInt(SLOTS);
  #beats: readonly Beat[] = [];
  #isInUse = false;
  #work: FixedDelayWork | null = null;

  constructor(configs: { primary: MySqlConfig; reader: MySqlConfig }, log: Logger, options: DatabaseOptions) {
    this.#db = createDatabase(configs.reader, log, options);
    this.#primary = createDatabase({ ...configs.primary, poolSize: 1 }, log);
    this.#log = log;
  }

  /** Whether reads go to the reader. */
  get isInUse(): boolean {
    return this.#isInUse;
  }

  start(): void {
    this.#work = runWithFixedDelay(() => this.#check(), { name: 'reader check', log: this.#log, delayMs: BEAT_MS });
  }

  async stop(): Promise<void> {
    await this.#work?.stop();
    this.#isInUse = false;
  }

  async close(): Promise<void> {
    await Promise.all([this.#db.close(), this.#primary.close()]);
  }

  /** Runs `work`, which only reads, on the reader; on `primary` when the reader is too old, fails, refuses or is slow. */
  async read<T>(primary: Database, work: (db: Database) => T | Promise<T>): Promise<T> {
    if (!this.#isInUse) return work(primary);
    try {
      return await within(READ_MS, this.#readFresh(work));
    } catch (error) {
      // a refusal may come from a row that has not arrived yet
      if (!(error instanceof ApiError)) this.#isInUse = false;
      return work(primary);
    }
  }

  #readFresh<T>(work: (db: Database) => T | Promise<T>): Promise<T> {
    return inSnapshot(this.#db, async () => {
      await this.#assertFresh();
      return work(this.#db);
    });
  }

  /** Each connection may lead to another server, so one check says nothing about the next one. */
  async #assertFresh(): Promise<void> {
    const sql = 'SELECT beat FROM reader_heartbeats WHERE slot = :slot';
    const [row] = await selectRows<{ beat: number }>(this.#db, sql, { slot: this.#slot });
    const arrived = this.#beats.findLast(({ number }) => number <= Number(row?.beat ?? 0));
    if (arrived === undefined || performance.now() - arrived.sentAt > MAX_AGE_MS) throw new StaleReaderError();
  }

  async #check(): Promise<void> {
    const [oldest] = this.#beats;
    try {
      if (oldest !== undefined) await this.#assertFresh();
      this.#isInUse = oldest !== undefined;
    } catch (error) {
      this.#isInUse = false;
      // the first beat may still be on its way
      const isEarly = error instanceof StaleReaderError && oldest !== undefined && performance.now() - oldest.sentAt < MAX_AGE_MS;
      if (!isEarly) throw error;
    } finally {
      await this.#beat();
    }
  }

  async #beat(): Promise<void> {
    const sentAt = performance.now();
    const sql = `INSERT INTO reader_heartbeats (slot, beat) VALUES (:slot, 1)
      ON DUPLICATE KEY UPDATE beat = LAST_INSERT_ID(beat + 1)`;
    const [number] = await this.#primary.sequelize.query(sql, { type: QueryTypes.INSERT, replacements: { slot: this.#slot } });
    // 0 for a new row, whose number was not counted up
    if (number > 0) this.#beats = [...this.#beats, { number, sentAt }].slice(-KEPT_BEATS);
  }
}

/** @throws Error when the work takes longer; what it does later has no effect */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`The reader did not answer within ${ms} ms.`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
