// Raw SQL: one statement counts what moderators know of each author, each count from the first entries of an index.
import type { Database } from '../../../../platform/db/database.ts';
import { selectRows } from '../../../../platform/db/statements/sql.ts';
import { withTenant } from '../../../../platform/db/tenancy/with-tenant.ts';
import { isErased, isGuest } from '../../authors.ts';

/** The past of an author, each number at most `MAX_COUNTED`. */
export interface AuthorRecord {
  /** Texts that are rejected or removed. */
  readonly removed: number;
  /** Texts that were reported. */
  readonly reported: number;
  /** Users who block the author. */
  readonly blockedBy: number;
}

export const NO_RECORD: AuthorRecord = { removed: 0, reported: 0, blockedBy: 0 };

/** More tell a moderator nothing new. */
export const MAX_COUNTED = 1_000;

/** The records of authors, by their ids. */
export async function readAuthorRecords(db: Database, projectId: number, ids: readonly string[]): Promise<Map<string, AuthorRecord>> {
  const known = ids.filter((id) => !isErased(id));
  if (known.length === 0) return new Map();
  const sql = known.map((id, index) => (isGuest(id) ? guestSql(`:author${index}`) : authorSql(`:author${index}`)));
  const values = Object.fromEntries(known.map((id, index) => [`author${index}`, id]));
  const rows = await selectRows<AuthorRecord & { id: string }>(withTenant(db, projectId), sql.join(' UNION ALL '), values);
  return new Map(rows.map(({ id, ...counts }) => [id, recordOf(counts)]));
}

function recordOf({ removed, reported, blockedBy }: AuthorRecord): AuthorRecord {
  return { removed: Math.min(MAX_COUNTED, Number(removed)), reported: Number(reported), blockedBy: Number(blockedBy) };
}

function authorSql(author: string): string {
  const removed = [
    countSql(`reviews WHERE project_id = :projectId AND user_id = ${author} AND status = 'rejected'`),
    countSql(`comments WHERE project_id = :projectId AND user_id = ${author} AND moderation = 'removed'`),
    countSql(`posts WHERE project_id = :projectId AND user_id = ${author} AND moderation = 'removed'`),
  ];
  const reported = countSql(`report_cases WHERE project_id = :projectId AND author_id = ${author}`);
  const blocks = countSql(`author_blocks WHERE project_id = :projectId AND author_id = ${author}`);
  return `SELECT ${author} AS id, ${removed.join(' + ')} AS removed, ${reported} AS reported, ${blocks} AS blockedBy`;
}

/** A guest writes few reviews and nothing else. Cases do not name guests, whose ids are e-mail addresses. */
function guestSql(author: string): string {
  const removed = countSql(`reviews WHERE project_id = :projectId AND user_id = ${author} AND status = 'rejected'`);
  const reported = countSql(
    `reviews JOIN report_cases cases ON cases.project_id = :projectId AND cases.entity_type = 'review' AND cases.entity_id = reviews.id
     WHERE reviews.project_id = :projectId AND reviews.user_id = ${author}`,
  );
  return `SELECT ${author} AS id, ${removed} AS removed, ${reported} AS reported, 0 AS blockedBy`;
}

function countSql(rows: string): string {
  return `(SELECT COUNT(*) FROM (SELECT 1 FROM ${rows} LIMIT ${MAX_COUNTED}) newest)`;
}
