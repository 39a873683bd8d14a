// Raw SQL: one statement adds to the counts of many hours by relative updates.
import { countryOf } from '../../../../domain/phone.ts';
import { type FixedDelayWork, runWithFixedDelay } from '../../../../platform/concurrency/fixed-delay.ts';
import type { Database } from '../../../../platform/db/database.ts';
import { addToCounters, type SqlValue } from '../../../../platform/db/statements/sql.ts';

export const STATISTICS_TABLE = 'code_statistics';
/** `tracked`: messages of providers that report what happened to them; only these can be `delivered`. */
export const CODE_COUNTERS = ['sent', 'tracked', 'delivered', 'failed', 'used', 'refused'] as const;
export type CodeCounter = (typeof CODE_COUNTERS)[number];

/** How long the hourly rows are kept. */
export const STATISTICS_MS = 400 * 24 * 3_600_000;
/** The country of numbers that are in none: a code that ISO 3166 assigns to nothing. */
const NOWHERE = 'ZZ';
const KEY = ['project_id', 'hour', 'country', 'provider'];
const STORE_EVERY_MS = 1_000;
const MAX_AT_ONCE = 500;
/** Rows that wait while the database is away; further ones are dropped. */
const MAX_WAITING = 10_000;
/** Countries with series of their own. */
const MAX_COUNTRIES = 40;

export interface CountedCode extends Omit<CountedMessage, 'country'> {
  /** E.164. Only its country is kept. */
  readonly phone: string;
}

export interface CountedMessage {
  readonly projectId: number;
  /** null for a number of none. */
  readonly country: string | null;
  /** When the code was sent or refused. */
  readonly at: Date;
  /** null for a code that no provider has. */
  readonly provider: string | null;
}

type Row = Record<string, SqlValue>;

/**
 * Counts codes by project, hour, country and provider. The counts of a process are stored together once a second, so that a send costs no
 * statement: a process that is killed loses the last second of them.
 */
export class CodeStatistics {
  readonly #db: Database;
  readonly #totals: Readonly<Record<'sent' | 'used', Map<string, number>>> = { sent: new Map(), used: new Map() };
  #waiting = new Map<string, Row>();
  #work: FixedDelayWork | null = null;

  constructor(db: Database) {
    this.#db = db;
  }

  start(): void {
    const options = { name: 'statistics of codes', log: this.#db.log, delayMs: STORE_EVERY_MS };
    this.#work ??= runWithFixedDelay(() => this.store(), options);
  }

  /** Resolves when what waits is stored, unless the database is away. */
  async stop(): Promise<void> {
    await this.#work?.stop();
    this.#work = null;
    await this.store().catch((err: unknown) => this.#db.log.warn({ err }, 'storing the statistics of codes failed at the end'));
  }

  count(name: CodeCounter, { phone, ...code }: CountedCode): void {
    this.countIn(name, { ...code, country: countryOf(phone) });
  }

  countIn(name: CodeCounter, { projectId, country: known, at, provider }: CountedMessage): void {
    const country = known ?? NOWHERE;
    if (name === 'sent' || name === 'used') this.#totals[name].set(country, this.total(name, country) + 1);
    const key = { project_id: projectId, hour: hourOf(at), country, provider: provider ?? '' };
    this.#add({ ...key, ...Object.fromEntries(CODE_COUNTERS.map((each) => [each, each === name ? 1 : 0])) });
  }

  /** Codes that this process counted for a country since its start. */
  total(name: 'sent' | 'used', country: string): number {
    return this.#totals[name].get(country) ?? 0;
  }

  /**
   * The totals of the countries to which most codes were sent; the rest together is `other`. Each of them has both totals, because an alert
   * cannot see that none were used where that series is missing.
   */
  totals(name: 'sent' | 'used'): { country: string; value: number }[] {
    const busiest = [...this.#totals.sent].sort(([, a], [, b]) => b - a).slice(0, MAX_COUNTRIES);
    const shown = busiest.map(([country]) => ({ country, value: this.total(name, country) }));
    const sum = (values: Iterable<number>): number => [...values].reduce((a, b) => a + b, 0);
    const rest = sum(this.#totals[name].values()) - sum(shown.map(({ value }) => value));
    return [...shown, { country: 'other', value: rest }];
  }

  /** Stores the counts that wait; after a failure they wait for the next time. */
  async store(): Promise<void> {
    while (this.#waiting.size > 0) {
      const batch = [...this.#waiting].slice(0, MAX_AT_ONCE);
      for (const [key] of batch) this.#waiting.delete(key);
      try {
        await addToCounters(
          this.#db,
          { table: STATISTICS_TABLE, key: KEY, add: CODE_COUNTERS },
          batch.map(([, row]) => row),
        );
      } catch (error) {
        for (const [, row] of batch) this.#add(row);
        throw error;
      }
    }
  }

  #add(row: Row): void {
    const key = KEY.map((column) => row[column]).join(' ');
    const present = this.#waiting.get(key);
    if (present === undefined) {
      if (this.#waiting.size < MAX_WAITING) this.#waiting.set(key, row);
      return;
    }
    for (const name of CODE_COUNTERS) present[name] = Number(present[name]) + Number(row[name]);
  }
}

/** The UTC hour of a time, such as `2026-11-28T06`. */
export function hourOf(at: Date): string {
  return at.toISOString().slice(0, 13);
}
