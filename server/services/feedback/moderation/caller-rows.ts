// Raw SQL: one statement reads the state of the caller's blocks together with the caller's held rows of a list.
import type { ModerationState } from '../../../../models/feedback/Comment.ts';
import { type Context, projectIdOf } from '../../../platform/context.ts';
import { type SqlValue, selectRows } from '../../../platform/db/statements/sql.ts';
import { withTenant } from '../../../platform/db/tenancy/with-tenant.ts';
import { authorIdOf } from '../authors.ts';

/** The states of a held record: it waits for a moderator or is hidden, and only its author has it on lists. */
const HELD: readonly ModerationState[] = ['pending', 'hidden'];
/** The condition of a held row, in SQL. */
const IS_HELD = `moderation IN (${HELD.map((state) => `'${state}'`).join(', ')})`;
/** The held rows of an author that a list shows, the newest ones, so that its cost is bounded. */
const MAX_HELD = 1_000;

export interface HeldRow {
  readonly id: number;
  /** null unless it is a reply. */
  readonly parentId: number | null;
  /** False for a comment that keeps its place on public lists because of its replies. */
  readonly isAbsent: boolean;
}

interface HeldList {
  readonly table: 'posts' | 'comments';
  /** The filters of the list: columns and their values, without the project and the author. */
  readonly where: Readonly<Record<string, SqlValue>>;
}

/** The rows that only one caller has on lists, and the state of those that only this caller misses. */
export interface CallerRows {
  /** Changes whenever the caller's blocks change. */
  readonly blocks: string;
  /** The caller's own held rows of the list, newest first. */
  readonly held: readonly HeldRow[];
}

const NO_ROWS: CallerRows = { blocks: '', held: [] };

/** Whether the state keeps a record off the lists of everybody but its author. */
export function isHeld(moderation: ModerationState): boolean {
  return HELD.includes(moderation);
}

/** The SQL condition that everyone sees the post or that it is the caller's own and held. */
export function shownTo({ actor, db }: Context): string {
  const userId = authorIdOf(actor);
  const isOwn = userId === null ? '' : ` OR (user_id = ${db.sequelize.escape(userId)} AND ${IS_HELD})`;
  return `(moderation = 'visible'${isOwn})`;
}

/**
 * The number of the caller's blocks with the newest one, and the caller's held rows of `list`; without a list none are read. A guest has
 * neither and costs no statement.
 */
export async function readCaller(ctx: Context, list: HeldList | null): Promise<CallerRows> {
  const userId = authorIdOf(ctx.actor);
  if (userId === null) return NO_ROWS;
  const [state, ...held] = await selectRows<HeldRow & { newest: number | null }>(
    withTenant(ctx.db, projectIdOf(ctx)),
    `SELECT COUNT(*) AS id, NULL AS parentId, 0 AS isAbsent, MAX(id) AS newest FROM author_blocks
     WHERE project_id = :projectId AND user_id = :userId${list === null ? '' : ` UNION ALL ${heldSql(list, ctx.db.isMySql)}`}`,
    { ...list?.where, userId },
  );
  return {
    blocks: `${state?.id} ${state?.newest}`,
    held: held.map(({ id, parentId, isAbsent }) => ({ id, parentId, isAbsent: Boolean(isAbsent) })),
  };
}

function heldSql({ table, where }: HeldList, isMySql: boolean): string {
  const [index, columns] =
    table === 'posts' ? ['posts_author_moderation', 'NULL AS parent, 1 AS absent'] : ['comments_author', 'parent_id, is_absent'];
  const filters = Object.keys(where).map((column) => ` AND ${column} = :${column}`);
  return `SELECT * FROM (SELECT id, ${columns}, NULL AS newest FROM ${table}${isMySql ? ` FORCE INDEX (${index})` : ''}
    WHERE project_id = :projectId AND user_id = :userId AND ${IS_HELD}${filters.join('')} ORDER BY id DESC LIMIT ${MAX_HELD}) held`;
}
