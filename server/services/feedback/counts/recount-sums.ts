import type { Key, Source, Sum } from '../../platform/db/recount.ts';
import { ensureRow, forUpdate, selectRows } from '../../platform/db/sql.ts';

/**
 * What feedback keeps of its rows, and how it is counted from them. Comments on a record that is gone and votes for one are counted
 * nowhere: they wait for the sweep (leftovers.ts).
 */

/** What can be commented on and is a record here, by the type that comments name it by. */
const TARGETS: Readonly<Record<string, string>> = {
  review: 'reviews',
  post: 'posts',
  roadmap: 'roadmap_items',
  changelog: 'changelog_entries',
};

/** Whether the record that the comment stands below is there; items of the types that live elsewhere always are. */
const IS_REACHED = `CASE entity_type ${Object.entries(TARGETS)
  .map(
    ([type, table]) =>
      `WHEN '${type}' THEN EXISTS (SELECT 1 FROM ${table} target WHERE target.id = entity_id AND target.project_id = comments.project_id)`,
  )
  .join(' ')} ELSE 1 END = 1`;

const posts: Sum = {
  table: 'posts',
  key: ['project_id', 'id'],
  values: ['votes_count', 'comments_count'],
  sources: [
    { from: 'post_votes', key: { project_id: 'project_id', id: 'post_id' }, values: { votes_count: 'COUNT(*)' } },
    {
      from: 'comments',
      where: "entity_type = 'post' AND is_deleted = 0",
      key: { project_id: 'project_id', id: 'entity_id' },
      values: { comments_count: 'COUNT(*)' },
    },
  ],
  ofRecords: true,
  lock: (key) => lockRecord('posts', key),
};

const replies: Sum = {
  table: 'comments',
  key: ['project_id', 'id'],
  values: ['replies_count', 'children'],
  keptWhere: IS_REACHED,
  sources: [
    {
      from: 'comments',
      where: 'parent_id IS NOT NULL',
      key: { project_id: 'project_id', id: 'parent_id' },
      values: { replies_count: 'SUM(CASE WHEN is_deleted = 0 THEN 1 ELSE 0 END)', children: 'COUNT(*)' },
    },
  ],
  ofRecords: true,
  lock: lockThreadOfComment,
};

const REVIEW_KEY = ['project_id', 'item_type', 'item_id'];
const RATINGS = [1, 2, 3, 4, 5];

const reviewStats: Sum = {
  table: 'review_stats',
  key: REVIEW_KEY,
  values: RATINGS.map((rating) => `rating_${rating}`),
  sources: [
    {
      from: 'reviews',
      where: "status = 'approved'",
      key: sameNames(REVIEW_KEY),
      values: Object.fromEntries(RATINGS.map((rating) => [`rating_${rating}`, `SUM(CASE WHEN rating = ${rating} THEN 1 ELSE 0 END)`])),
    },
  ],
  lock: (key) => lockSum(reviewStats, key),
};

const THREAD_KEY = ['project_id', 'entity_type', 'entity_id'];

const threads: Sum = {
  table: 'comment_threads',
  key: THREAD_KEY,
  values: ['live', 'top_level', 'shown'],
  sources: [
    {
      from: 'comments',
      where: IS_REACHED,
      key: sameNames(THREAD_KEY),
      values: {
        live: 'SUM(CASE WHEN is_deleted = 0 THEN 1 ELSE 0 END)',
        top_level: 'SUM(CASE WHEN parent_id IS NULL THEN 1 ELSE 0 END)',
        shown: 'COUNT(*)',
      },
    },
  ],
  lock: lockThread,
};

const OWNER_KEY = ['project_id', 'user_id'];

const favoriteOwners: Sum = {
  table: 'favorite_owners',
  key: OWNER_KEY,
  values: ['total'],
  sources: [{ from: 'favorites', key: sameNames(OWNER_KEY), values: { total: 'COUNT(*)' } }],
  lock: (key) => lockSum(favoriteOwners, key),
};

/** Each kind of name in `feedback_counts` (counts.ts). */
const counts: Sum = {
  table: 'feedback_counts',
  key: ['project_id', 'name'],
  values: ['total'],
  sources: [
    countedAs('reviews', { from: 'reviews', parts: ['status', 'item_type', 'rating'] }),
    countedAs('posts', { from: 'posts', parts: ['status', 'category'] }),
    countedAs('roadmap', { from: 'roadmap_items', parts: ['status'] }),
    countedAs('changelog', { from: 'changelog_entries', parts: ['type'] }),
    countedAs('comments', { from: 'comments', where: `is_deleted = 0 AND ${IS_REACHED}` }),
    countedAs('votes', {
      from: 'post_votes',
      where: 'EXISTS (SELECT 1 FROM posts WHERE posts.id = post_id AND posts.project_id = post_votes.project_id)',
    }),
    countedAs('favorites', { from: 'favorites' }),
  ],
  lock: (key) => lockSum(counts, key),
};

/** Everything that is kept, in the order in which it is looked at. */
export const FEEDBACK_SUMS: readonly Sum[] = [posts, replies, reviewStats, threads, favoriteOwners, counts];

/** Rows that are counted under the name `kind`, or `kind:…` with their values of `parts`. */
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

async function lockSum({ table, key: columns, values }: Sum, key: Key): Promise<true> {
  await ensureRow(table, columns, { ...key, ...Object.fromEntries(values.map((column) => [column, 0])) });
  return true;
}

async function lockRecord(table: string, key: Key): Promise<boolean> {
  return (await selectRows(`SELECT id FROM ${table} WHERE project_id = :project_id AND id = :id${forUpdate()}`, key)).length > 0;
}

/** Of a record that is gone too, whose thread should be: nobody writes it any more. */
async function lockThread(key: Key): Promise<true> {
  const table = TARGETS[String(key['entity_type'])];
  if (table !== undefined) await lockRecord(table, { ...key, id: Number(key['entity_id']) });
  return lockSum(threads, key);
}

/** Where a comment hangs never changes, so that it may be looked up before the locks. */
async function lockThreadOfComment(key: Key): Promise<boolean> {
  const sql = 'SELECT project_id, entity_type, entity_id FROM comments WHERE project_id = :project_id AND id = :id';
  const [thread] = await selectRows<Record<string, string | number>>(sql, key);
  return thread !== undefined && lockThread(thread);
}
