import type { Database } from '../../server/platform/db/database.ts';
import { recountFeedback } from '../../server/services/feedback/counts/recount.ts';
import { openDatabaseAt } from '../support/databases/scratch-database.ts';
import { selectRows } from '../support/databases/sql.ts';
import type { Load } from './load.ts';
import { KINDS, type Kind } from './writes.ts';

/** A server whose rows are checked. */
export interface CheckedNode {
  readonly name: string;
  readonly url: string;
}

/** The totals in answers of the API, read when no write was under way. */
export interface Totals {
  readonly votes: number;
  readonly comments: number;
  readonly reviews: number;
  readonly events: number;
}

export interface Verdict {
  readonly lost: number;
  readonly doubled: number;
  readonly wrongCounters: number;
  /** Writes that were refused, or not answered, and are stored. */
  readonly storedUnacknowledged: number;
  readonly violations: readonly string[];
}

/** Compares the writes of the clients with the rows of every node, and all counters with the rows that they count. */
export async function checkNodes(load: Load, totals: Totals, nodes: readonly CheckedNode[]): Promise<Verdict> {
  const lost = new Set<string>();
  const doubled = new Set<string>();
  const unacknowledged = new Set<string>();
  const wrong: string[] = [];
  for (const { name, url } of nodes) {
    const db = openDatabaseAt(url);
    try {
      const rows = await rowsByKind(db);
      for (const write of load.writes) {
        const count = rows.get(write.kind)?.get(write.id) ?? 0;
        if (write.acknowledged && count === 0) lost.add(`${write.kind.name} ${write.id}`);
        if (count > 1) doubled.add(`${write.kind.name} ${write.id}`);
        if (!write.acknowledged && count > 0) unacknowledged.add(write.id);
      }
      for (const { counter, row, kept, counted } of await recountFeedback(db, { repair: false }))
        wrong.push(`${name}: ${counter} of ${row} is ${kept}, counted ${counted}`);
      for (const [total, shown, counted] of compare(totals, rows))
        if (shown !== counted) wrong.push(`${name}: ${total} shown ${shown}, counted ${counted}`);
    } finally {
      await db.close();
    }
  }
  const abandoned = load.open();
  return {
    lost: lost.size,
    doubled: doubled.size,
    wrongCounters: wrong.length,
    storedUnacknowledged: unacknowledged.size,
    violations: [
      ...wrong.slice(0, 5),
      ...[...lost].slice(0, 5).map((write) => `lost ${write}`),
      ...[...doubled].slice(0, 5).map((write) => `doubled ${write}`),
      ...(abandoned.length > 0 ? [`${abandoned.length} repeated writes were never acknowledged`] : []),
    ],
  };
}

type Stored = ReadonlyMap<Kind, ReadonlyMap<string, number>>;

/** How many rows each id has, by kind. */
async function rowsByKind(db: Database): Promise<Stored> {
  const all = new Map<Kind, Map<string, number>>();
  for (const kind of KINDS) {
    const counts = new Map<string, number>();
    for (const { text } of await selectRows<{ text: string }>(db, kind.stored)) counts.set(text, (counts.get(text) ?? 0) + 1);
    all.set(kind, counts);
  }
  return all;
}

/** Each total that the API shows, and the number of rows. */
function compare(totals: Totals, rows: Stored): [name: string, shown: number, counted: number][] {
  return KINDS.flatMap((kind) => {
    const counted = [...(rows.get(kind)?.values() ?? [])].reduce((sum, count) => sum + count, 0);
    const shown = totals[kind.name as keyof Totals] as number | undefined;
    return shown === undefined ? [] : [[`total of ${kind.name}`, shown, counted]];
  });
}
