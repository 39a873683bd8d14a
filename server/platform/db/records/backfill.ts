// Raw SQL: a walk by primary key over the rows of all projects, and a compare-and-set for each row that changes.
import type { Clock } from '../../clock.ts';
import { type MayContinue, repeatChunks, type SharedWork } from '../../concurrency/shared-work.ts';
import type { Database } from '../database.ts';
import { asDate, execute, replaceRow, selectRows } from '../statements/sql.ts';
import { acrossProjects } from '../tenancy/with-tenant.ts';

/** Rewrites a column of rows that older releases wrote. A process that stops leaves its place to the next one. */
export interface Backfill {
  /** The key of its row in `backfills`. A changed rule needs another name. At most 64 characters. */
  readonly name: string;
  readonly table: string;
  readonly column: string;
  /** The text that is rewritten; the column by default. An SQL expression, which must never contain user input. */
  readonly source?: string;
  /** Before the first id of the table. */
  readonly start: '' | 0;
  /** Must leave a text that it has written unchanged. */
  rewrite(text: string): string;
}

interface Progress {
  readonly position: string;
  readonly passes: number;
  readonly passedAt: Date | string | null;
}

interface Row {
  readonly id: string | number;
  readonly source: string | null;
  readonly current: string | null;
}

const CHUNK = 500;
/** Less than an id, which may be that of a person. A few rows are read twice for it. */
const STORED_SIGNS = 6;
/** A server of the release before, which runs beside this one during an update, may write behind the first pass. */
const PASSES = 2;
const BETWEEN_PASSES_MS = 86_400_000;

/** The backfills of one service, under a lease apart from its cleanup, which must not wait for a walk through large tables. */
export function backfillWork(db: Database, { name, clock, backfills }: BackfillOptions): SharedWork {
  const run = async (mayContinue: MayContinue): Promise<void> => {
    for (const backfill of backfills)
      await continueBackfill(db, backfill, clock.now(), mayContinue).catch((error: unknown) =>
        db.log.error({ err: error, backfill: backfill.name }, 'rewriting rows of older releases failed; it goes on in an hour'),
      );
  };
  return { name, clock, run };
}

interface BackfillOptions {
  /** The key of the lease. */
  readonly name: string;
  readonly clock: Clock;
  readonly backfills: readonly Backfill[];
}

/** Goes on with a backfill until the pass ends or the work may not continue; reads one row once both passes are done. */
export async function continueBackfill(db: Database, backfill: Backfill, now: Date, mayContinue: MayContinue): Promise<void> {
  const { name, start } = backfill;
  const { position, passes, passedAt } = await readProgress(db, name);
  if (passes >= PASSES || (passedAt !== null && now.getTime() < asDate(passedAt).getTime() + BETWEEN_PASSES_MS)) return;
  let last: string | number = position === '' ? start : typeof start === 'number' ? Number(position) : position;
  let rewritten = 0;
  await repeatChunks(mayContinue, CHUNK, async () => {
    const rows = await readChunk(db, backfill, last);
    rewritten += await rewriteRows(db, backfill, rows);
    last = rows.at(-1)?.id ?? last;
    const isDone = rows.length < CHUNK;
    const progress = isDone
      ? { position: '', passes: passes + 1, passed_at: now }
      : { position: storedPosition(last), passes, passed_at: passedAt };
    await replaceRow(db, 'backfills', ['name'], { name, ...progress });
    return rows.length;
  });
  if (rewritten > 0) db.log.info({ backfill: name, rewritten }, 'rows of older releases rewritten');
}

function storedPosition(last: string | number): string {
  return typeof last === 'number' ? String(last) : last.slice(0, STORED_SIGNS);
}

async function readProgress(db: Database, name: string): Promise<Progress> {
  const sql = 'SELECT position, passes, passed_at AS passedAt FROM backfills WHERE name = :name';
  const [row] = await selectRows<Progress>(db, sql, { name });
  return row ?? { position: '', passes: 0, passedAt: null };
}

function readChunk(db: Database, { table, column, source = column }: Backfill, last: string | number): Promise<Row[]> {
  const sql = `SELECT id, ${column} AS current, ${source} AS source FROM ${table} WHERE id > :last ORDER BY id LIMIT ${CHUNK}`;
  return selectRows<Row>(acrossProjects(db), sql, { last });
}

/** Most rows are right already. A row that a request has changed meanwhile has the new form, too. Resolves to the number of changes. */
async function rewriteRows(db: Database, { table, column, source = column, rewrite }: Backfill, rows: readonly Row[]): Promise<number> {
  const sql = `UPDATE ${table} SET ${column} = :rewritten WHERE id = :id AND ${source} = :source`;
  let changed = 0;
  for (const { id, source: text, current } of rows) {
    const rewritten = text === null ? null : rewrite(text);
    if (rewritten !== current) changed += await execute(acrossProjects(db), sql, { id, source: text, rewritten });
  }
  return changed;
}
