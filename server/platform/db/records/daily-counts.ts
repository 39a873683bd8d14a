// Raw SQL: one statement changes the counters of several days by relative updates.
import type { Database } from '../database.ts';
import { addToCounters, ensureRow, selectRows } from '../statements/sql.ts';
import { withTenant } from '../tenancy/with-tenant.ts';
import { slotOf } from './counter-slots.ts';
import type { SlottedSum, Source } from './recount-steps.ts';

/**
 * The numbers of rows that were created in a project on each UTC day, in `daily_counts`. As with the counters of feedback, a number is the
 * sum of up to 16 rows, and it changes at the end of the transaction that changes the counted rows.
 */

const COUNTERS = ['reviews', 'approved', 'stars', 'posts', 'votes', 'comments', 'registrations', 'sign_ins'] as const;
const NOTHING: Readonly<Record<string, number>> = Object.fromEntries(COUNTERS.map((name) => [name, 0]));
const TABLE = 'daily_counts';
const KEY = ['project_id', 'day'];

export type DailyCounter = (typeof COUNTERS)[number];

/** Changes of the counters of one day. */
export interface DailyChange extends Partial<Readonly<Record<DailyCounter, number>>> {
  /** When the counted row was created. */
  readonly at: Date;
}

/** Adds to the counters of days, in one statement; sends none when the changes cancel out. Call it at the end of the transaction. */
export async function incrementDays(db: Database, projectId: number, changes: readonly DailyChange[]): Promise<void> {
  const days = new Map<string, Record<string, number>>();
  for (const { at, ...added } of changes) {
    const day = days.get(dayOf(at)) ?? { ...NOTHING };
    for (const [name, number] of Object.entries(added)) day[name] = (day[name] ?? 0) + number;
    days.set(dayOf(at), day);
  }
  const slot = slotOf(db);
  const changed = [...days].filter(([, day]) => Object.values(day).some((number) => number !== 0));
  await addToCounters(
    db,
    { table: TABLE, key: [...KEY, 'slot'], add: COUNTERS },
    changed.map(([day, numbers]) => ({ project_id: projectId, day, slot, ...numbers })),
  );
}

/** The numbers of one day. */
export type DailyCounts = Readonly<Record<DailyCounter, number>> & { readonly day: string };

/** The days from `from` to `to` on which something was counted, in order. Reads at most 16 rows for each day. */
export async function readDays(db: Database, projectId: number, { from, to }: { from: Date; to: Date }): Promise<DailyCounts[]> {
  const sums = COUNTERS.map((name) => `SUM(${name}) AS ${name}`).join(', ');
  const rows = await selectRows<DailyCounts>(
    withTenant(db, projectId),
    `SELECT day, ${sums} FROM ${TABLE} WHERE project_id = :projectId AND day >= :from AND day <= :to GROUP BY day ORDER BY day`,
    { from: dayOf(from), to: dayOf(to) },
  );
  return rows.map((row) => {
    const numbers = COUNTERS.map((name) => [name, Number(row[name])]);
    return { ...row, ...Object.fromEntries(numbers) };
  });
}

/** The UTC day of a time, such as `2026-11-28`. */
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}

interface CountedRows extends Pick<Source, 'from' | 'where'> {
  readonly values: Readonly<Partial<Record<DailyCounter, string>>>;
  /** Whether deletions of rows leave the counters as they are: then they are wrong only when they are too low. */
  readonly isFloor?: boolean;
}

/** How a recount counts some of the counters of days: an SQL aggregate for each, over the rows that `from` has for a day. */
export function dailySum({ from, where, values, isFloor = false }: CountedRows): SlottedSum {
  const names = Object.keys(values);
  return {
    table: TABLE,
    name: `${TABLE}.${from}`,
    key: KEY,
    values: names,
    floors: isFloor ? names : [],
    sources: [{ from, ...(where === undefined ? {} : { where }), key: { day: 'SUBSTR(created_at, 1, 10)' }, values }],
    slot: 'slot',
    lock: lockDays,
  };
}

/** Two repairs of one project would add the same difference twice. Requests never lock this row, whose counters stay 0. */
async function lockDays(db: Database, { project_id }: Readonly<Record<string, unknown>>): Promise<true> {
  await ensureRow(db, TABLE, [...KEY, 'slot'], { project_id: Number(project_id), day: '', slot: 0, ...NOTHING });
  return true;
}
