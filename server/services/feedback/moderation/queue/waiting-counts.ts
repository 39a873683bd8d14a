// Raw SQL: one statement reads the first entry of four indexes; Sequelize has no UNION.
import type { Database } from '../../../../platform/db/database.ts';
import { asDate, selectRows } from '../../../../platform/db/statements/sql.ts';
import { withTenant } from '../../../../platform/db/tenancy/with-tenant.ts';
import { readCounts, sumOf } from '../../counts/counts.ts';
import { NEVER } from './waiting-since.ts';

/** How many records of a kind wait for a moderator, and since when the first of them does. */
interface WaitingCount {
  readonly count: number;
  readonly oldestAt: Date | null;
}

interface WaitingContent {
  readonly reviews: WaitingCount;
  readonly comments: WaitingCount;
  readonly posts: WaitingCount;
  readonly reports: WaitingCount;
}

type Kind = keyof WaitingContent;

const TYPES = ['review', 'comment', 'post'];

/** Reads what waits for moderators: two statements, which read counters and the first entries of indexes. */
export async function readWaitingContent(db: Database, projectId: number): Promise<WaitingContent> {
  const counts = await readCounts(db, projectId);
  const totalOf = (kind: string, state: string): number => sumOf(counts, ([counted, value]) => counted === kind && value === state);
  const oldest = await readOldest(db, projectId);
  const waiting = (kind: Kind, count: number): WaitingCount => ({ count, oldestAt: oldest.get(kind) ?? null });
  return {
    reviews: waiting('reviews', totalOf('reviews', 'pending')),
    comments: waiting('comments', totalOf('comment_states', 'pending')),
    posts: waiting('posts', totalOf('posts_hidden', 'pending')),
    // those of deleted records stay open, but there is nothing to decide
    reports: waiting('reports', totalOf('report_cases', 'open') - totalOf('report_cases_gone', 'open')),
  };
}

interface Oldest {
  readonly kind: Kind;
  readonly since: Date | string;
  /** For a row that a server of the release before wrote. */
  readonly otherwise: Date | string;
}

async function readOldest(db: Database, projectId: number): Promise<Map<Kind, Date>> {
  const sql = [
    firstOf(db, { kind: 'reviews', where: "status = 'pending'" }),
    firstOf(db, { kind: 'comments', where: "moderation = 'pending' AND is_deleted = 0" }),
    firstOf(db, { kind: 'posts', where: "moderation = 'pending'" }),
    ...TYPES.map((type) => firstCaseOf(db, type)),
  ];
  const rows = await selectRows<Oldest>(withTenant(db, projectId), sql.join(' UNION ALL '));
  const oldest = new Map<Kind, Date>();
  for (const { kind, since, otherwise } of rows) {
    const at = asDate(since) > NEVER ? asDate(since) : asDate(otherwise);
    const known = oldest.get(kind);
    if (known === undefined || at < known) oldest.set(kind, at);
  }
  return oldest;
}

function firstOf(db: Database, { kind, where }: { kind: Exclude<Kind, 'reports'>; where: string }): string {
  const force = db.isMySql ? ` FORCE INDEX (${kind}_waiting)` : '';
  return `SELECT * FROM (SELECT '${kind}' AS kind, pending_since AS since, COALESCE(edited_at, created_at) AS otherwise FROM ${kind}${force}
    WHERE project_id = :projectId AND ${where} ORDER BY pending_since, id LIMIT 1) newest`;
}

function firstCaseOf(db: Database, type: string): string {
  const force = db.isMySql ? ' FORCE INDEX (report_cases_waiting)' : '';
  return `SELECT * FROM (SELECT 'reports' AS kind, open_since AS since, first_at AS otherwise FROM report_cases${force}
    WHERE project_id = :projectId AND state = 'open' AND is_gone = 0 AND entity_type = '${type}'
    ORDER BY open_since, entity_id LIMIT 1) newest`;
}
