// Raw SQL: a walk by primary key over the rows of all projects, and a compare-and-set for each row that changes.
import type { Clock } from '../../clock.ts';
import { type MayContinue, repeatChunks, type SharedWork } from '../../concurrency/shared-work.ts';
import type { Database } from '../database.ts';
import { asDate, execute, replaceRow, selectRows } from '../statements/sql.ts';
import { acrossProjects } from '../tenancy/with-tenant.ts';

/** Brings rows of older releases up to date. A process that stops leaves its place to the next one. */
interface Steps {
  /** The key of its row in `backfills`. A changed rule needs another name. At most 64 characters. */
  readonly name: string;
  /** Before the first id. */
  readonly start: '' | 0;
}

/** Rewrites a column of rows that older releases wrote. */
export interface TextBackfill extends Steps {
  readonly table: string;
  readonly column: string;
  /** The text that is rewritten; the column by default. An SQL expression, which must never contain user input. */
  readonly source?: string;
  /** Must leave a text that it has written unchanged. */
  rewrite(text: string): string;
}

/** Does one step for each project, in the order of their ids. */
export interface ProjectBackfill extends Steps {
  /** Resolves to the number of rows that it has changed. */
  readonly eachProject: (db: Database, projectId: number) => Promise<number>;
}

/** Works chunk by chunk, in an order that it knows itself. */
export interface ChunkBackfill extends Steps {
  /**
   * Works on the chunk after a position. A text may lack all after its first blank. `last` is the next position; null after
   * the last chunk.
   */
  readonly eachChunk: (db: Database, position: string) => Promise<{ readonly last: string | null; readonly changed: number }>;
}

export type Backfill = TextBackfill | ProjectBackfill | ChunkBackfill;

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
  const size = 'table' in backfill ? CHUNK : 1;
  await repeatChunks(mayContinue, size, async () => {
    const { ids, changed } = await workChunk(db, backfill, last);
    rewritten += changed;
    last = ids.at(-1) ?? last;
    const isDone = ids.length < size;
    const progress = isDone
      ? { position: '', passes: passes + 1, passed_at: now }
      : { position: storedPosition(last), passes, passed_at: passedAt };
    await replaceRow(db, 'backfills', ['name'], { name, ...progress });
    return ids.length;
  });
  if (rewritten > 0) db.log.info({ backfill: name, rewritten }, 'rows of older releases rewritten');
}

/** The ids that the chunk has, and the number of rows that it changed. */
async function workChunk(db: Database, backfill: Backfill, last: string | number): Promise<{ ids: (string | number)[]; changed: number }> {
  if ('eachProject' in backfill) {
    const [project] = await selectRows<{ id: number }>(db, 'SELECT id FROM projects WHERE id > :last ORDER BY id LIMIT 1', { last });
    return project === undefined ? { ids: [], changed: 0 } : { ids: [project.id], changed: await backfill.eachProject(db, project.id) };
  }
  if ('eachChunk' in backfill) {
    const { last: next, changed } = await backfill.eachChunk(db, String(last));
    return { ids: next === null ? [] : [typeof backfill.start === 'number' ? Number(next) : next], changed };
  }
  const rows = await readChunk(db, backfill, last);
  return { ids: rows.map(({ id }) => id), changed: await rewriteRows(db, backfill, rows) };
}

function storedPosition(last: string | number): string {
  if (typeof last === 'number') return String(last);
  // the parts after a blank may be of a person
  const [first = ''] = last.split(' ', 1);
  return first.slice(0, STORED_SIGNS);
}

async function readProgress(db: Database, name: string): Promise<Progress> {
  const sql = 'SELECT position, passes, passed_at AS passedAt FROM backfills WHERE name = :name';
  const [row] = await selectRows<Progress>(db, sql, { name });
  return row ?? { position: '', passes: 0, passedAt: null };
}

function readChunk(db: Database, { table, column, source = column }: TextBackfill, last: string | number): Promise<Row[]> {
  const sql = `SELECT id, ${column} AS current, ${source} AS source FROM ${table} WHERE id > :last ORDER BY id LIMIT ${CHUNK}`;
  return selectRows<Row>(acrossProjects(db), sql, { last });
}

/** Most rows are right already. A row that a request has changed meanwhile has the new form, too. Resolves to the number of changes. */
async function rewriteRows(db: Database, { table, column, source = column, rewrite }: TextBackfill, rows: readonly Row[]): Promise<number> {
  const sql = `UPDATE ${table} SET ${column} = :rewritten WHERE id = :id AND ${source} = :source`;
  let changed = 0;
  for (const { id, source: text, current } of rows) {
    const rewritten = text === null ? null : rewrite(text);
    if (rewritten !== current) changed += await execute(acrossProjects(db), sql, { id, source: text, rewritten });
  }
  return changed;
}
