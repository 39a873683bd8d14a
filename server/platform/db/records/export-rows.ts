// Raw SQL: tables without an index on their person are read by ranges of their ids.
import { IndexHints, type InferAttributes, type Model, type ModelStatic, Op, type WhereOptions } from 'sequelize';
import { EXPORTED_AT_ONCE, type ExportedPerson, type ExportPart } from '../../export.ts';
import type { Database } from '../database.ts';
import { byPrimaryKey, type Replacements, selectRows } from '../statements/sql.ts';
import { acrossProjects, withTenant } from '../tenancy/with-tenant.ts';

export interface ExportedRows<M extends Model> {
  readonly key: string;
  /** The columns that the person gets: no secret, and nothing of others. */
  readonly columns: readonly (keyof InferAttributes<M> & string)[];
  /** The unique column that the pages follow, `id` by default; one of `columns`. */
  readonly by?: keyof InferAttributes<M> & string;
  /** The rows of the person, found by an index; null when the person can have none. */
  where(person: ExportedPerson): Readonly<Record<string | symbol, unknown>> | null;
  /** The record of a row; its columns by default. */
  record?(row: M): object;
}

/** The rows of one model as a list of an export. */
export function exportRows<M extends Model>(model: ModelStatic<M>, rows: ExportedRows<M>): ExportPart {
  return { key: rows.key, pages: (person) => readRows(model, rows, person) };
}

async function* readRows<M extends Model>(
  model: ModelStatic<M>,
  { columns, by, where, record = (row) => row.get() }: ExportedRows<M>,
  person: ExportedPerson,
): AsyncGenerator<readonly object[]> {
  const own = where(person);
  if (own === null) return;
  const key: string = by ?? 'id';
  for (let after: unknown = null; ; ) {
    const found: M[] = await model.findAll({
      attributes: [...columns],
      where: (after === null ? own : { [Op.and]: [own, { [key]: { [Op.gt]: after } }] }) as WhereOptions,
      order: [key],
      limit: EXPORTED_AT_ONCE,
      indexHints: IGNORE_PRIMARY,
    });
    yield found.map((row) => record(row));
    const last = found.at(-1);
    if (last === undefined || found.length < EXPORTED_AT_ONCE) return;
    after = last.get(key);
  }
}

/** In the order of the ids, MySQL could otherwise read the rows of all users. */
const IGNORE_PRIMARY = [{ type: IndexHints.IGNORE, values: ['PRIMARY'] }];

/** Rows that one statement looks at. */
const RANGE = 20_000;

export interface ScannedRows {
  readonly table: string;
  /** The selected columns, with aliases; `id` is selected beside them. */
  readonly columns: string;
  /** Joins after the table. */
  readonly join?: string;
  /** The condition of the person's rows; it compares the project with `:projectId`. */
  readonly condition: string;
  readonly projectId: number;
  readonly values: Replacements;
  /** From the newest row to the oldest. */
  readonly isNewestFirst?: boolean;
}

/** The rows of a table that has no index on the person. */
export async function* scanRows<T extends object>(db: Database, scan: ScannedRows): AsyncGenerator<readonly (T & { id: number })[]> {
  const { table, columns, join = '', condition, projectId, values, isNewestFirst = false } = scan;
  const [edge, behind, upTo, order] = isNewestFirst ? ['MIN', '<', '>=', 'DESC'] : ['MAX', '>', '<=', 'ASC'];
  const range = `SELECT ${edge}(id) AS last, COUNT(*) AS n FROM (SELECT id FROM ${table} WHERE id ${behind} :after ORDER BY id ${order} LIMIT ${RANGE}) part`;
  const find = `SELECT ${table}.id AS id, ${columns} FROM ${table}${byPrimaryKey(db)} ${join}
    WHERE ${table}.id ${behind} :after AND ${table}.id ${upTo} :last AND ${condition} ORDER BY ${table}.id ${order} LIMIT ${EXPORTED_AT_ONCE}`;
  for (let after = isNewestFirst ? Number.MAX_SAFE_INTEGER : 0; ; ) {
    const [part] = await selectRows<{ last: number | null; n: number }>(acrossProjects(db), range, { after });
    if (part === undefined || part.last === null) return;
    const last = Number(part.last);
    const found = await selectRows<T & { id: number }>(withTenant(db, projectId), find, { ...values, after, last });
    yield found;
    const isFull = found.length === EXPORTED_AT_ONCE;
    if (!isFull && Number(part.n) < RANGE) return;
    after = isFull ? Number(found.at(-1)?.id) : last;
  }
}
