// Raw SQL: a lease is taken, prolonged and returned by compare-and-set, each in one statement.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { asDate, ensureRow, execute, selectRows } from '../db/statements/sql.ts';
import { type FixedDelayWork, runWithFixedDelay } from './fixed-delay.ts';

/**
 * Periodic work that one of all processes does. `due_at` of its row in `work_leases` is when a process may begin. The process that begins
 * moves it by the length of a lease, and again while it works; at the end it becomes the time of the next run. The work of a process that
 * died is therefore due again by itself.
 */
export interface SharedWork {
  /** The key of the lease, and the name of the work in log lines. At most 64 characters. */
  readonly name: string;
  readonly clock: Clock;
  /** From the end of a run to the next one, in milliseconds; an hour by default. */
  readonly everyMs?: number;
  /** Asks before each chunk of its work whether it may continue. A run that throws is repeated when its lease has expired. */
  run(mayContinue: MayContinue): Promise<void>;
}

/** Resolves to false when the process stops or has lost its lease. */
export type MayContinue = () => Promise<boolean>;

/** Processes that start together poll one by one within this time, in milliseconds. */
const SPREAD_MS = 60_000;
const EVERY_MS = 3_600_000;
const POLL_MS = 60_000;
/** Longer than any chunk of work. */
const LEASE_MS = 60_000;
/** Between two chunks, so that requests get the database meanwhile. */
const PAUSE_MS = 50;

/** Does the work in the background when it is due. The first poll has a random delay of at most `longestDelayMs`. */
export function startSharedWork(db: Database, work: SharedWork, longestDelayMs?: number): FixedDelayWork {
  const { name, clock, everyMs = EVERY_MS } = work;
  const spreadMs = longestDelayMs ?? Math.min(SPREAD_MS, everyMs);
  const poll = async (stopping: AbortSignal): Promise<void> => {
    const lease = await takeLease(db, work);
    if (lease === null) return;
    await work.run(async () => !stopping.aborted && (await lease.prolong()));
    // another process finishes what a stop interrupted
    await lease.end(new Date(clock.now().getTime() + (stopping.aborted ? 0 : everyMs)));
  };
  return runWithFixedDelay(poll, {
    name,
    log: db.log,
    delayMs: Math.min(POLL_MS, everyMs),
    firstDelayMs: Math.random() * spreadMs,
  });
}

/**
 * Works chunk by chunk, with a pause between two, until a chunk has fewer than `size` rows or the work may not continue. `workChunk`
 * resolves to the number of rows that it found. Resolves to the number of all.
 */
export async function repeatChunks(mayContinue: MayContinue, size: number, workChunk: () => Promise<number>): Promise<number> {
  let total = 0;
  while (await mayContinue()) {
    const found = await workChunk();
    total += found;
    if (found < size) break;
    await sleep(PAUSE_MS);
  }
  return total;
}

class Lease {
  readonly #db: Database;
  readonly #work: SharedWork;
  readonly #holder: string;
  #until: Date;

  constructor(db: Database, work: SharedWork, { holder, until }: { holder: string; until: Date }) {
    this.#db = db;
    this.#work = work;
    this.#holder = holder;
    this.#until = until;
  }

  /** Whether this process still holds it. Costs a statement only when half of the lease is over. */
  async prolong(): Promise<boolean> {
    const now = this.#work.clock.now();
    if (this.#until.getTime() - now.getTime() > LEASE_MS / 2) return true;
    const until = leaseEnd(now);
    const isHeld = await this.#write('due_at = :dueAt', until);
    if (isHeld) this.#until = until;
    return isHeld;
  }

  /** Does nothing when another process has taken over. */
  async end(dueAt: Date): Promise<void> {
    await this.#write('holder = NULL, due_at = :dueAt', dueAt);
  }

  async #write(changes: string, dueAt: Date): Promise<boolean> {
    const sql = `UPDATE work_leases SET ${changes} WHERE name = :name AND holder = :holder`;
    return (await execute(this.#db, sql, { name: this.#work.name, holder: this.#holder, dueAt })) > 0;
  }
}

/** The lease, or null when the work is not due or another process was faster. */
async function takeLease(db: Database, work: SharedWork): Promise<Lease | null> {
  const { name, clock, everyMs = EVERY_MS } = work;
  const now = clock.now();
  const dueAt = await readDueAt(db, name, now);
  // no correct clock sets a later time: a clock that ran ahead set it, and to work twice does no harm
  const isTooLate = dueAt.getTime() > now.getTime() + everyMs + LEASE_MS;
  if (dueAt > now && !isTooLate) return null;
  const holder = randomUUID();
  const until = leaseEnd(now);
  const sql = 'UPDATE work_leases SET holder = :holder, due_at = :until WHERE name = :name AND due_at = :dueAt';
  return (await execute(db, sql, { name, holder, until, dueAt })) > 0 ? new Lease(db, work, { holder, until }) : null;
}

/** When the work is due; it is due at once when it has no row yet. */
async function readDueAt(db: Database, name: string, now: Date): Promise<Date> {
  const [row] = await selectRows<{ dueAt: Date | string }>(db, 'SELECT due_at AS dueAt FROM work_leases WHERE name = :name', { name });
  if (row !== undefined) return asDate(row.dueAt);
  await ensureRow(db, 'work_leases', ['name'], { name, holder: null, due_at: now });
  return now;
}

function leaseEnd(now: Date): Date {
  return new Date(now.getTime() + LEASE_MS);
}
