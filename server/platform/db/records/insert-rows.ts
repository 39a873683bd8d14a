// Raw SQL: one INSERT for several rows, whose ids Sequelize would compute wrongly on a cluster.
import { type CreationAttributes, type Model, type ModelStatic, QueryTypes } from 'sequelize';
import type { Database } from '../database.ts';
import { type Replacements, type SqlValue, selectRows } from '../statements/sql.ts';

/** A model whose `id` the database generates. */
type Numbered = Model & { id: number };

/**
 * Inserts rows of one model in one statement and resolves to them as instances, in their order. An attribute that a row leaves out gets
 * the default of the model, or null; the caller sets `createdAt` and `updatedAt`.
 */
export async function insertRows<M extends Numbered>(
  db: Database,
  model: ModelStatic<M>,
  rows: readonly CreationAttributes<M>[],
): Promise<M[]> {
  if (rows.length === 0) return [];
  const columns = Object.entries(model.getAttributes()).filter(([name]) => name !== 'id');
  const defaults = Object.fromEntries(columns.map(([name, { defaultValue = null }]) => [name, defaultValue]));
  const complete = rows.map((row) => columns.map(([name]): SqlValue => Reflect.get({ ...defaults, ...row }, name)));
  const names = columns.map(([name, { field = name }]) => `\`${field}\``).join(', ');
  const sql = `INSERT INTO \`${String(model.getTableName())}\` (${names}) VALUES :values`;
  const ids = await insertNumbered(db, sql, { values: complete });
  return complete.map((values, index) => {
    const attributes: unknown[][] = columns.map(([name], column) => [name, values[column]]);
    return model.build(Object.fromEntries([...attributes, ['id', ids[index]]]), { isNewRecord: false, raw: true });
  });
}

/** Runs the INSERT of `:values` and resolves to the ids of its rows, which one statement numbers in steps of equal size. */
export async function insertNumbered(
  db: Database,
  sql: string,
  replacements: Replacements & { values: readonly unknown[] },
): Promise<number[]> {
  const [id] = await db.statements.run(QueryTypes.INSERT, { sql, values: replacements, projectId: undefined });
  const count = replacements.values.length;
  const step = db.isMySql && count > 1 ? await readIdStep(db) : 1;
  // MySQL reports the first id, SQLite the last
  const first = db.isMySql ? id : id - count + 1;
  return Array.from({ length: count }, (_, index) => first + index * step);
}

/** The nodes of a cluster number in steps, so that no two of them give the same id. */
async function readIdStep(db: Database): Promise<number> {
  const [row] = await selectRows<{ step: number }>(db, 'SELECT @@auto_increment_increment AS step');
  return Number(row?.step);
}
