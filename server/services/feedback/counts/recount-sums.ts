// Raw SQL: the parts of the statements that compare counters with the counted rows, and the locks for a repair.
import type { Database } from '../../../platform/db/database.ts';
import { type Key, type Source, type StoredSum, tenantOf } from '../../../platform/db/records/recount-steps.ts';
import { ensureRow, forUpdate, selectRows } from '../../../platform/db/statements/sql.ts';

/**
 * The counters of feedback, and how to count each of them from rows. No counter includes the comments and votes of a deleted record: they
 * wait for the background cleanup (`deferred-deletes.ts`).
 */

/** The table of each kind of record that can be commented on, by `comments.entity_type`. */
const TARGETS: Readonly<Record<string, string>> = {
  review: 'reviews',
  post: 'posts',
  roadmap: 'roadmap_items',
  changelog: 'changelog_entries',
};

/** SQL condition: the target of the comment exists. An item always counts as existing, because another system stores it. */
const HAS_TARGET = `CASE entity_type ${Object.entries(TARGETS)
  .map(
    ([type, table]) =>
      `WHEN '${type}' THEN EXISTS (SELECT 1 FROM ${table} target WHERE target.id = entity_id AND target.project_id = comments.project_id)`,
  )
  .join(' ')} ELSE 1 END = 1`;

/** SQL condition: everyone can read the comment. */
const IS_LIVE = "is_deleted = 0 AND moderation = 'visible'";
const countIf = (condition: string): string => `SUM(CASE WHEN ${condition} THEN 1 ELSE 0 END)`;

const posts: StoredSum = {
  table: 'posts',
  key: ['project_id', 'id'],
  values: ['votes_count', 'comments_count'],
  sources: [
    { from: 'post_votes', key: { project_id: 'project_id', id: 'post_id' }, values: { votes_count: 'COUNT(*)' } },
    {
      from: 'comments',
      where: `entity_type = 'post' AND ${IS_LIVE}`,
      key: { project_id: 'project_id', id: 'entity_id' },
      values: { comments_count: 'COUNT(*)' },
    },
  ],
  ofRecords: true,
  lock: (db, key) => lockRecord(db, 'posts', key),
};

const replies: StoredSum = {
  table: 'comments',
  key: ['project_id', 'id'],
  values: ['replies_count', 'children', 'absent_children'],
  keptWhere: HAS_TARGET,
  sources: [
    {
      from: 'comments',
      where: 'parent_id IS NOT NULL',
      key: { project_id: 'project_id', id: 'parent_id' },
      values: { replies_count: countIf(IS_LIVE), children: countIf('is_absent = 0'), absent_children: countIf('is_absent = 1') },
    },
  ],
  ofRecords: true,
  lock: lockThreadOfComment,
};

const REVIEW_KEY = ['project_id', 'item_type', 'item_id'];
const RATINGS = [1, 2, 3, 4, 5];

const reviewStats: StoredSum = {
  table: 'review_stats',
  key: REVIEW_KEY,
  values: RATINGS.map((rating) => `rating_${rating}`),
  sources: [
    {
      from: 'reviews',
      where: "status = 'approved'",
      key: sameNames(REVIEW_KEY),
      values: Object.fromEntries(RATINGS.map((rating) => [`rating_${rating}`, countIf(`rating = ${rating}`)])),
    },
  ],
  lock: (db, key) => lockSum(db, reviewStats, key),
};

const HIDDEN_STATES = ['pending', 'hidden', 'removed'];
const THREAD_KEY = ['project_id', 'entity_type', 'entity_id'];

const threads: StoredSum = {
  table: 'comment_threads',
  key: THREAD_KEY,
  values: ['live', 'top_level', 'shown', ...HIDDEN_STATES],
  sources: [
    {
      from: 'comments',
      where: HAS_TARGET,
      key: sameNames(THREAD_KEY),
      values: {
        live: countIf(IS_LIVE),
        top_level: countIf('parent_id IS NULL AND is_absent = 0'),
        shown: countIf('is_absent = 0'),
        ...Object.fromEntries(HIDDEN_STATES.map((state) => [state, countIf(`is_deleted = 0 AND moderation = '${state}'`)])),
      },
    },
  ],
  lock: lockThread,
};

const OWNER_KEY = ['project_id', 'user_id'];

const favoriteOwners: StoredSum = {
  table: 'favorite_owners',
  key: OWNER_KEY,
  values: ['total'],
  sources: [{ from: 'favorites', key: sameNames(OWNER_KEY), values: { total: 'COUNT(*)' } }],
  lock: (db, key) => lockSum(db, favoriteOwners, key),
};

/** The table `feedback_counts`, with one source for each kind of name (see counts.ts). */
const counts: StoredSum = {
  table: 'feedback_counts',
  key: ['project_id', 'name'],
  values: ['total'],
  sources: [
    countedAs('reviews', { from: 'reviews', parts: ['status', 'item_type', 'rating'] }),
    countedAs('posts', { from: 'posts', where: "moderation = 'visible'", parts: ['status', 'category'] }),
    countedAs('posts_hidden', { from: 'posts', where: "moderation <> 'visible'", parts: ['moderation', 'status', 'category'] }),
    countedAs('roadmap', { from: 'roadmap_items', parts: ['status'] }),
    countedAs('changelog', { from: 'changelog_entries', parts: ['type'] }),
    countedAs('comments', { from: 'comments', where: `${IS_LIVE} AND ${HAS_TARGET}` }),
    countedAs('comment_states', { from: 'comments', where: `is_deleted = 0 AND ${HAS_TARGET}`, parts: ['moderation', 'entity_type'] }),
    countedAs('votes', {
      from: 'post_votes',
      where: 'EXISTS (SELECT 1 FROM posts WHERE posts.id = post_id AND posts.project_id = post_votes.project_id)',
    }),
    countedAs('report_cases', { from: 'report_cases', where: 'count > 0', parts: ['state'] }),
    countedAs('report_cases_gone', { from: 'report_cases', where: 'count > 0 AND is_gone = 1', parts: ['state'] }),
    countedAs('favorites', { from: 'favorites' }),
  ],
  slot: 'slot',
  lock: (db, key) => lockSum(db, counts, key),
};

/** All counters, in the order in which they are compared. */
export const FEEDBACK_SUMS: readonly StoredSum[] = [posts, replies, reviewStats, threads, favoriteOwners, counts];

/** A source for the counters with the name `kind`, or `kind:…` followed by the values of the columns `parts`. */
function countedAs(kind: string, { from, where, parts = [] }: { from: string; where?: string; parts?: readonly string[] }): Source {
  const name = parts.length === 0 ? `'${kind}'` : `CONCAT('${kind}:', ${parts.join(", ':', ")})`;
  return {
    from,
    ...(where === undefined ? {} : { where }),
    key: { project_id: 'project_id', name },
    groupBy: ['project_id', ...parts],
    values: { total: 'COUNT(*)' },
    counts: (key) => String(key['name']).split(':')[0] === kind,
  };
}

function sameNames(columns: readonly string[]): Record<string, string> {
  return Object.fromEntries(columns.map((column) => [column, column]));
}

async function lockSum(db: Database, { table, key: columns, values, slot }: StoredSum, key: Key): Promise<true> {
  const slots = slot === undefined ? {} : { [slot]: 0 };
  await ensureRow(db, table, [...columns, ...Object.keys(slots)], {
    ...key,
    ...slots,
    ...Object.fromEntries(values.map((column) => [column, 0])),
  });
  return true;
}

async function lockRecord(db: Database, table: string, key: Key): Promise<boolean> {
  return (
    (await selectRows(tenantOf(db, key), `SELECT id FROM ${table} WHERE project_id = :projectId AND id = :id${forUpdate(db)}`, key))
      .length > 0
  );
}

/** Also locks the counter row of a deleted record. Such a row should not exist, but a repair may set it to 0: it has no other writer. */
async function lockThread(db: Database, key: Key): Promise<true> {
  const table = TARGETS[String(key['entity_type'])];
  if (table !== undefined) await lockRecord(db, table, { ...key, id: Number(key['entity_id']) });
  return lockSum(db, threads, key);
}

/** Reads the target of the comment before it locks. That is safe, because the target of a comment never changes. */
async function lockThreadOfComment(db: Database, key: Key): Promise<boolean> {
  const sql = 'SELECT project_id, entity_type, entity_id FROM comments WHERE project_id = :projectId AND id = :id';
  const [thread] = await selectRows<Record<string, string | number>>(tenantOf(db, key), sql, key);
  return thread !== undefined && lockThread(db, thread);
}
