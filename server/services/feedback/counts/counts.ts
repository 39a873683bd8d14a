// Raw SQL: one statement changes several counters by relative updates, and every list of posts or reviews reads counters.
import type { Database } from '../../../platform/db/database.ts';
import { addToCounters, selectRows } from '../../../platform/db/sql.ts';

/**
 * The counters of a project, kept in `feedback_counts` under the names `reviews:<status>:<itemType>:<rating>`,
 * `posts:<status>:<category>`, `roadmap:<status>`, `changelog:<type>`, `comments`, `votes` and `favorites`. A counter changes in the
 * transaction that changes the counted rows, at its end: the change takes a lock that other writers of the project wait for.
 */

const COUNTERS = { table: 'feedback_counts', key: ['project_id', 'name'], add: ['total'] };

export interface Count {
  /** The name of the counter, split at its colons. */
  readonly parts: readonly string[];
  readonly total: number;
}

/** Adds `deltas`, whose keys are names, to the counters; skips those that are 0. Call it at the end of the transaction. */
export async function incrementCounters(db: Database, projectId: number, deltas: Readonly<Record<string, number>>): Promise<void> {
  const moved = Object.entries(deltas).filter(([, delta]) => delta !== 0);
  await addToCounters(
    db,
    COUNTERS,
    moved.map(([name, delta]) => ({ project_id: projectId, name, total: delta })),
  );
}

/** All counters of the project, or those that begin with `kind:`. They are a few dozen rows, however many rows they count. */
export async function readCounts(db: Database, projectId: number, kind?: string): Promise<Count[]> {
  // the column has the order of ASCII, where ; comes directly after :, so that this range has exactly the names of the kind
  const narrowed = kind === undefined ? '' : ' AND name >= :from AND name < :to';
  const rows = await selectRows<{ name: string; total: number }>(
    db,
    `SELECT name, total FROM feedback_counts WHERE project_id = :projectId${narrowed}`,
    { projectId, ...(kind === undefined ? {} : { from: `${kind}:`, to: `${kind};` }) },
  );
  return rows.map(({ name, total }) => ({ parts: name.split(':'), total: Number(total) }));
}

/** The sum of the counters for whose name `matches` returns true. */
export function sumOf(counts: readonly Count[], matches: (parts: readonly string[]) => boolean): number {
  return counts.filter(({ parts }) => matches(parts)).reduce((sum, { total }) => sum + total, 0);
}
