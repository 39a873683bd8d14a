// Raw SQL: one statement changes several counters by relative updates, and every list of posts or reviews reads counters.
import type { Database } from '../../../platform/db/database.ts';
import { slotOf } from '../../../platform/db/records/counter-slots.ts';
import { addToCounters, selectRows } from '../../../platform/db/statements/sql.ts';
import { acrossProjects, withTenant } from '../../../platform/db/tenancy/with-tenant.ts';

/**
 * The counters of a project, kept in `feedback_counts` under the names `reviews:<status>:<itemType>:<rating>`,
 * `posts:<status>:<category>`, `posts_hidden:<moderation>:<status>:<category>`, `roadmap:<status>`, `changelog:<type>`, `comments` (those
 * that everyone can read), `comment_states:<moderation>:<entityType>`, `report_cases:<state>`,
 * `report_cases_gone:<state>` (those whose record was deleted), `votes` and `favorites`. A counter is the sum of up to 16 rows, its slots.
 * It changes in the transaction that changes the counted rows, at its end, in a slot that no other transaction of the process uses: writers
 * of one project do not wait for each other.
 */

const COUNTERS = { table: 'feedback_counts', key: ['project_id', 'name', 'slot'], add: ['total'] };

export interface Count {
  /** The name of the counter, split at its colons. */
  readonly parts: readonly string[];
  readonly total: number;
}

/** Adds `deltas`, whose keys are names, to the counters; skips those that are 0. Call it at the end of the transaction. */
export function incrementCounters(db: Database, projectId: number, deltas: Readonly<Record<string, number>>): Promise<void> {
  return incrementSlot(db, projectId, slotOf(db), deltas);
}

/** Like `incrementCounters`, but every transaction uses the same slot: the next one that changes one of these names waits for this one. */
export function incrementAndLock(db: Database, projectId: number, deltas: Readonly<Record<string, number>>): Promise<void> {
  return incrementSlot(db, projectId, 0, deltas);
}

async function incrementSlot(db: Database, projectId: number, slot: number, deltas: Readonly<Record<string, number>>): Promise<void> {
  const moved = Object.entries(deltas).filter(([, delta]) => delta !== 0);
  await addToCounters(
    db,
    COUNTERS,
    moved.map(([name, delta]) => ({ project_id: projectId, name, slot, total: delta })),
  );
}

/**
 * All counters of the project, or those whose name begins with `prefix:`, such as `reviews` or `reviews:approved`; up to those that begin
 * with `last:`, if it is given. They are a few hundred rows at most, however many rows they count.
 */
export async function readCounts(db: Database, projectId: number, prefix?: string, last = prefix): Promise<Count[]> {
  // the column has the order of ASCII, where ; comes directly after :, so that this range has exactly the names with the prefix
  const narrowed = prefix === undefined ? '' : ' AND name >= :from AND name < :to';
  const rows = await selectRows<{ name: string; total: number }>(
    withTenant(db, projectId),
    `SELECT name, SUM(total) AS total FROM feedback_counts WHERE project_id = :projectId${narrowed} GROUP BY name`,
    prefix === undefined ? {} : { from: `${prefix}:`, to: `${last};` },
  );
  return rows.map(({ name, total }) => ({ parts: name.split(':'), total: Number(total) }));
}

/** Reviews of all projects that wait for a decision. Reads only their counters, a few hundred of each project at most. */
export async function countPendingReviews(db: Database): Promise<number> {
  const sql = "SELECT SUM(total) AS pending FROM feedback_counts WHERE name >= 'reviews:pending:' AND name < 'reviews:pending;'";
  const [row] = await selectRows<{ pending: number | null }>(acrossProjects(db), sql);
  return Number(row?.pending ?? 0);
}

/** Records of all projects with open reports. Reads only their counters, a few of each project. */
export async function countOpenReports(db: Database): Promise<number> {
  const sql = `SELECT SUM(CASE WHEN name = 'report_cases:open' THEN total ELSE -total END) AS reported FROM feedback_counts
    WHERE name IN ('report_cases:open', 'report_cases_gone:open')`;
  const [row] = await selectRows<{ reported: number | null }>(acrossProjects(db), sql);
  return Math.max(0, Number(row?.reported ?? 0));
}

/** The sum of the counters for whose name `matches` returns true. */
export function sumOf(counts: readonly Count[], matches: (parts: readonly string[]) => boolean): number {
  return counts.filter(({ parts }) => matches(parts)).reduce((sum, { total }) => sum + total, 0);
}
