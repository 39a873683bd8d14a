// Raw SQL: a join counts the rows of blocked authors by the index on the author, and a condition leaves them out of a page.
import { literal } from 'sequelize';
import { projectIdOf } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { PageQuery } from '../../../platform/db/records/page.ts';
import { type SqlValue, selectRows } from '../../../platform/db/statements/sql.ts';
import { withTenant } from '../../../platform/db/tenancy/with-tenant.ts';
import { authorIdOf } from '../authors.ts';
import type { FeedbackContext } from '../feedback.ts';

/** The two tables whose lists leave out blocked authors; comments do it in their tree. */
interface BlockedList {
  readonly table: 'reviews' | 'posts';
  /** The index that begins with the author. */
  readonly index: 'reviews_author_status' | 'posts_author_status';
  /** The filters of the list: columns and their values, without the project. */
  readonly where: Readonly<Record<string, SqlValue>>;
  readonly order: PageQuery['order'];
  /** The rows of the list for everybody. */
  readonly total: number;
  /** The value of `readCaller`. */
  readonly blocks: string;
  readonly page: number;
  readonly limit: number;
}

/** A page at a larger offset finds the blocked rows once. A page at a smaller one looks each row up, which reads few. */
const DEEP = 1_000;
/** Above so many blocked rows of a list, the database finds them for each page. */
const MAX_IDS = 20_000;

/** The rows of a list that authors wrote whom the caller blocked. */
export interface BlockedRows {
  readonly count: number;
  /** The condition that leaves them out, if `leftOut` does not. */
  readonly conditions: readonly ReturnType<typeof literal>[];
  /** Their ids for `findPage`, ascending. */
  readonly leftOut: readonly number[];
}

const NO_BLOCKED_ROWS: BlockedRows = { count: 0, conditions: [], leftOut: [] };

/** The rows of a list that the caller does not want to see. Guests have no blocks and cost no statement. */
export async function findBlockedRows(ctx: FeedbackContext, list: BlockedList): Promise<BlockedRows> {
  const userId = authorIdOf(ctx.actor);
  if (userId === null) return NO_BLOCKED_ROWS;
  const { sql, values } = rowsOfBlocked(ctx.db, list, { projectId: projectIdOf(ctx), userId });
  const ids = list.order.length === 1 ? await readIds(ctx, list, { sql, values }) : null;
  if (ids !== null) return { count: ids.length, conditions: [], leftOut: ids };
  const count = await countBlocked(ctx, list, { sql, values });
  if (count === 0) return NO_BLOCKED_ROWS;
  const condition =
    (list.page - 1) * list.limit > DEEP
      ? `\`id\` NOT IN (SELECT listed.id ${escaped(ctx.db, sql, values)})`
      : notWrittenByBlocked(ctx, list.table, modelOf(list.table));
  return { count, conditions: [literal(condition ?? '1 = 1')], leftOut: [] };
}

interface BlockedSql {
  readonly sql: string;
  readonly values: Readonly<Record<string, SqlValue>>;
}

function countBlocked(ctx: FeedbackContext, { table, where, total, blocks }: BlockedList, { sql, values }: BlockedSql): Promise<number> {
  return ctx.service.blocked.counts.readThrough(ctx, { list: [table, where], state: `${total}`, blocks }, async () => {
    const [row] = await selectRows<{ count: number }>(withTenant(ctx.db, projectIdOf(ctx)), `SELECT COUNT(*) AS count ${sql}`, values);
    return Number(row?.count);
  });
}

/** The ids in ascending order; null when they are too many to be remembered. */
async function readIds(
  ctx: FeedbackContext,
  { table, where, total, blocks }: BlockedList,
  { sql, values }: BlockedSql,
): Promise<readonly number[] | null> {
  const ids = await ctx.service.blocked.ids.readThrough(ctx, { list: [table, where], state: `${total}`, blocks }, async () => {
    const rows = await selectRows<{ id: number }>(
      withTenant(ctx.db, projectIdOf(ctx)),
      `SELECT listed.id ${sql} LIMIT ${MAX_IDS + 1}`,
      values,
    );
    return rows.map(({ id }) => id).toSorted((left, right) => left - right);
  });
  return ids.length > MAX_IDS ? null : ids;
}

/**
 * The SQL condition that the caller has not blocked the author of a row; null for a guest. `alias` is the name of the table in the
 * statement.
 */
export function notWrittenByBlocked(ctx: FeedbackContext, table: 'reviews' | 'posts', alias: string): string | null {
  const userId = authorIdOf(ctx.actor);
  if (userId === null) return null;
  // the index on the blocks is used only if the types are equal, and the authors of reviews include e-mails
  const column = `\`${alias}\`.\`user_id\``;
  const author = ctx.db.isMySql && table === 'reviews' ? `CONVERT(${column} USING ascii) COLLATE ascii_bin` : column;
  return escaped(
    ctx.db,
    `NOT EXISTS (SELECT 1 FROM author_blocks block WHERE block.project_id = :projectId AND block.user_id = :userId AND block.author_id = ${author})`,
    { projectId: projectIdOf(ctx), userId },
  );
}

function rowsOfBlocked(db: Database, { table, index, where }: BlockedList, caller: { projectId: number; userId: string }) {
  const hint = db.isMySql ? ` FORCE INDEX (${index})` : '';
  const filters = Object.keys(where).map((column) => ` AND listed.${column} = :${column}`);
  const sql = `FROM author_blocks block JOIN ${table} listed${hint} ON listed.project_id = block.project_id AND listed.user_id = block.author_id
     WHERE block.project_id = :projectId AND block.user_id = :userId${filters.join('')}`;
  return { sql, values: { ...where, ...caller } };
}

function modelOf(table: 'reviews' | 'posts'): string {
  return table === 'reviews' ? 'Review' : 'Post';
}

function escaped(db: Database, sql: string, values: Readonly<Record<string, SqlValue>>): string {
  return sql.replace(/:(\w+)/g, (_, name: string) => db.sequelize.escape(values[name] as string | number));
}
