// Raw SQL: one statement locks the counts of a batch of codes, one writes them.
import type { Database } from '../../../../platform/db/database.ts';
import { addToCounters, ensureRow, forUpdate, selectRows } from '../../../../platform/db/statements/sql.ts';
import { withTenant } from '../../../../platform/db/tenancy/with-tenant.ts';
import { DIMENSIONS, type Dimension, type Subjects } from './dimensions.ts';
import { noSteps, packSteps, type Steps, unpackSteps } from './steps.ts';

const TABLE = 'otp_guard';
const KEY = ['project_id', 'dimension', 'subject'];
/** The numbers of the dimensions in the key: the row of the project is locked before all others. */
const NUMBERS: Readonly<Record<Dimension, number>> = { project: 0, country: 1, prefix: 2, address: 3, phone: 4 };
const PROJECT = { project: '' };

/** Messages of a UTC day, such as `2026-11-28`. */
export interface DayCount {
  readonly day: string;
  readonly messages: number;
}

/** When an alarm was raised last, in seconds since 1970. */
export type ToldAt = Readonly<Record<string, number>>;

/** The counts of one subject, such as a country. The last two belong to the row of the project only. */
export interface GuardRow {
  steps: Steps;
  messages?: DayCount | undefined;
  toldAt?: ToldAt | undefined;
}

/** The rows of a batch, all of one project. */
export class GuardRows {
  readonly #rows: Map<string, GuardRow>;
  readonly #changed = new Set<string>();

  private constructor(rows: Map<string, GuardRow>) {
    this.#rows = rows;
  }

  /** Reads and locks the row of the project, then those of the counted codes; null in `codes` counts for the project's row alone. */
  static async lock(
    db: Database,
    projectId: number,
    { codes: counted, now }: { codes: readonly (Subjects | null)[]; now: Date },
  ): Promise<GuardRows> {
    if (counted.length === 0) return new GuardRows(new Map());
    const codes = counted.filter((subjects) => subjects !== null);
    const rows = await readRows(db, projectId, codes);
    if (rows.has(keyOf('project', ''))) return new GuardRows(rows);
    // the first code of the project: a lock on a row that is not there would not keep other processes out
    const empty = JSON.stringify({});
    await ensureRow(db, TABLE, KEY, { project_id: projectId, dimension: NUMBERS.project, subject: '', counts: empty, changed_at: now });
    return new GuardRows(await readRows(db, projectId, codes));
  }

  get(dimension: Dimension, subject: string): GuardRow {
    const key = keyOf(dimension, subject);
    const row = this.#rows.get(key) ?? { steps: noSteps() };
    this.#rows.set(key, row);
    return row;
  }

  /** The row will be written. */
  change(dimension: Dimension, subject: string): GuardRow {
    this.#changed.add(keyOf(dimension, subject));
    return this.get(dimension, subject);
  }

  /** Writes the changed rows in one statement. */
  async write(db: Database, projectId: number, now: Date): Promise<void> {
    const rows = [...this.#changed].map((key) => {
      const [number = '', subject = ''] = key.split(' ');
      return { project_id: projectId, dimension: Number(number), subject, counts: pack(this.#rows.get(key)), changed_at: now };
    });
    await addToCounters(db, { table: TABLE, key: KEY, add: [], set: ['counts', 'changed_at'] }, rows);
  }
}

async function readRows(db: Database, projectId: number, codes: readonly Subjects[]): Promise<Map<string, GuardRow>> {
  const values: Record<string, readonly string[]> = {};
  const conditions = DIMENSIONS.map((dimension) => {
    const subjects = dimension === 'project' ? [PROJECT.project] : [...new Set(codes.map((code) => code[dimension]))];
    if (subjects.length === 0) return null;
    values[dimension] = subjects;
    return `(dimension = ${NUMBERS[dimension]} AND subject IN (:${dimension}))`;
  });
  const rows = await selectRows<{ dimension: number; subject: string; counts: string }>(
    withTenant(db, projectId),
    `SELECT dimension, subject, counts FROM ${TABLE} WHERE project_id = :projectId
     AND (${conditions.filter((condition) => condition !== null).join(' OR ')}) ORDER BY dimension, subject${forUpdate(db)}`,
    values,
  );
  return new Map(rows.map(({ dimension, subject, counts }) => [`${dimension} ${subject}`, unpack(counts)]));
}

function keyOf(dimension: Dimension, subject: string): string {
  return `${NUMBERS[dimension]} ${subject}`;
}

function pack(row: GuardRow | undefined): string {
  const { steps = noSteps(), ...rest } = row ?? {};
  return JSON.stringify({ ...packSteps(steps), ...rest });
}

function unpack(counts: string): GuardRow {
  const { messages, toldAt, ...steps } = JSON.parse(counts);
  return { steps: unpackSteps(steps), messages, toldAt };
}
