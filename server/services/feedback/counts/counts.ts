import { addToCounters, selectRows } from '../../platform/db/sql.ts';

/**
 * How many there are of each kind in a project, kept in `feedback_counts` and moved in the transaction that moves the rows, as late as
 * can be, for the rows of a project's counts are shared by all of its writers (a new place on the roadmap is found under their lock, and
 * an answer kept for `Idempotency-Key` follows them). Names: `reviews:<status>:<itemType>:<rating>`,
 * `posts:<status>:<category>`, `roadmap:<status>`, `changelog:<type>`, and the plain `comments`, `votes`, `favorites`.
 */

const COUNTERS = { table: 'feedback_counts', key: ['project_id', 'name'], add: ['total'] };

export interface Count {
  /** The name, split at its colons. */
  readonly parts: readonly string[];
  readonly total: number;
}

/** Adds to counts by name; those of 0 are left alone. Belongs at the end of the transaction. */
export async function moveCounts(projectId: number, deltas: Readonly<Record<string, number>>): Promise<void> {
  const moved = Object.entries(deltas).filter(([, delta]) => delta !== 0);
  await addToCounters(
    COUNTERS,
    moved.map(([name, delta]) => ({ project_id: projectId, name, total: delta })),
  );
}

/** Every count of the project, or those of one kind: a few dozen rows by key, however much there is to count. */
export async function readCounts(projectId: number, kind?: string): Promise<Count[]> {
  // a colon is followed by a semicolon in ASCII, which the column compares by
  const narrowed = kind === undefined ? '' : ' AND name >= :from AND name < :to';
  const rows = await selectRows<{ name: string; total: number }>(
    `SELECT name, total FROM feedback_counts WHERE project_id = :projectId${narrowed}`,
    { projectId, ...(kind === undefined ? {} : { from: `${kind}:`, to: `${kind};` }) },
  );
  return rows.map(({ name, total }) => ({ parts: name.split(':'), total: Number(total) }));
}

/** The sum of the counts that `matches` by the parts of their names. */
export function sumOf(counts: readonly Count[], matches: (parts: readonly string[]) => boolean): number {
  return counts.filter(({ parts }) => matches(parts)).reduce((sum, { total }) => sum + total, 0);
}
