import type { Store } from '../store.ts';

// The sums as the server stored them when this seeder was written; `npm run recount` checks them.

const RATINGS = [1, 2, 3, 4, 5];

const REVIEW_STATS = `
  INSERT INTO review_stats (project_id, item_type, item_id, ${RATINGS.map((rating) => `rating_${rating}`).join(', ')})
  SELECT project_id, item_type, item_id, ${RATINGS.map((rating) => `SUM(CASE WHEN rating = ${rating} THEN 1 ELSE 0 END)`).join(', ')}
  FROM reviews WHERE project_id = :projectId AND status = 'approved' GROUP BY project_id, item_type, item_id`;

const THREADS = `
  INSERT INTO comment_threads (project_id, entity_type, entity_id, live, top_level, shown)
  SELECT project_id, entity_type, entity_id, SUM(CASE WHEN is_deleted THEN 0 ELSE 1 END), SUM(CASE WHEN parent_id IS NULL THEN 1 ELSE 0 END), COUNT(*)
  FROM comments WHERE project_id = :projectId GROUP BY project_id, entity_type, entity_id`;

const FAVORITE_OWNERS = `
  INSERT INTO favorite_owners (project_id, user_id, total)
  SELECT project_id, user_id, COUNT(*) FROM favorites WHERE project_id = :projectId GROUP BY project_id, user_id`;

// MySQL cannot read the table that it updates, except through a derived table
const countedReplies = (column: string, condition = ''): string => `
  UPDATE comments SET ${column} = COALESCE((SELECT total FROM (
    SELECT parent_id, COUNT(*) AS total FROM comments
    WHERE project_id = :projectId AND parent_id IS NOT NULL ${condition} GROUP BY parent_id
  ) replies WHERE replies.parent_id = comments.id), 0) WHERE project_id = :projectId`;
const REPLIES = [countedReplies('children'), countedReplies('replies_count', 'AND NOT is_deleted')];

const POSTS = `
  UPDATE posts SET
    votes_count = (SELECT COUNT(*) FROM post_votes WHERE post_votes.project_id = :projectId AND post_votes.post_id = posts.id),
    comments_count = COALESCE((SELECT live FROM comment_threads
      WHERE comment_threads.project_id = :projectId AND entity_type = 'post' AND entity_id = posts.id), 0)
  WHERE project_id = :projectId`;

const COUNTS = [
  counted('reviews', "CONCAT('reviews:', status, ':', item_type, ':', rating)"),
  counted('posts', "CONCAT('posts:', status, ':', category)"),
  counted('roadmap_items', "CONCAT('roadmap:', status)"),
  counted('changelog_entries', "CONCAT('changelog:', type)"),
  counted('favorites', "'favorites'"),
  counted('post_votes', "'votes'"),
  counted('comments', "'comments'", 'AND NOT is_deleted'),
  counted('comments', "CONCAT('comment_states:', moderation, ':', entity_type)", 'AND NOT is_deleted'),
];

const countIf = (condition: string, number = '1'): string => `SUM(CASE WHEN ${condition} THEN ${number} ELSE 0 END)`;
const DAYS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  reviews: { reviews: 'COUNT(*)', approved: countIf("status = 'approved'"), stars: countIf("status = 'approved'", 'rating') },
  posts: { posts: 'COUNT(*)' },
  post_votes: { votes: 'COUNT(*)' },
  comments: { comments: countIf('NOT is_deleted') },
  users: { registrations: 'COUNT(*)' },
};

/** Computes every sum of the project from its rows. No sum may exist yet. */
export async function writeSums(store: Store): Promise<void> {
  for (const sql of [REVIEW_STATS, THREADS, FAVORITE_OWNERS, ...REPLIES, POSTS, ...COUNTS]) await store.execute(sql);
  await writeTrending(store);
  // each table has separate slots, so that no row is written twice
  for (const [slot, [table, counters]] of Object.entries(DAYS).entries()) await store.execute(countedByDay(slot, table, counters));
  for (const day of ["''", DAY]) await store.execute(countedUsers(day));
}

const DAY = 'SUBSTR(created_at, 1, 10)';

function countedUsers(day: string): string {
  return `INSERT INTO user_counts (project_id, day, role, status, slot, users)
    SELECT :projectId, counted.day, role, status, 0, COUNT(*) FROM (SELECT ${day} AS day, role, status FROM users WHERE project_id = :projectId) counted
    GROUP BY counted.day, role, status`;
}

function countedByDay(slot: number, table: string, counters: Readonly<Record<string, string>>): string {
  return `INSERT INTO daily_counts (project_id, day, slot, ${Object.keys(counters).join(', ')})
    SELECT :projectId, ${DAY}, ${slot}, ${Object.values(counters).join(', ')} FROM ${table} WHERE project_id = :projectId GROUP BY ${DAY}`;
}

function counted(table: string, name: string, condition = ''): string {
  return `INSERT INTO feedback_counts (project_id, name, total)
    SELECT :projectId, counted.name, COUNT(*) FROM (SELECT ${name} AS name FROM ${table} WHERE project_id = :projectId ${condition}) counted
    GROUP BY counted.name`;
}

/** Computed in JavaScript instead of SQL, so that the last digit equals the server's. */
async function writeTrending(store: Store): Promise<void> {
  const posts = await store.select<{ id: number; votes_count: number; created_at: Date | string }>(
    'SELECT id, votes_count, created_at FROM posts WHERE project_id = :projectId',
  );
  for (const { id, votes_count: votes, created_at: createdAt } of posts) {
    const trending = Math.log10(1 + votes) + new Date(createdAt).getTime() / 1_000 / 45_000;
    await store.execute('UPDATE posts SET trending = :trending WHERE project_id = :projectId AND id = :id', { id, trending });
  }
}
