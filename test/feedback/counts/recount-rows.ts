import type { Database } from '../../../server/platform/db/database.ts';
import type { SqlValue } from '../../../server/platform/db/statements/sql.ts';
import { executeAcrossProjects, selectAcrossProjects } from '../support.ts';

const AT = new Date('2026-11-20T10:00:00.000Z');
const TIMES = { created_at: AT, updated_at: AT };
/** `posts.trending` of a post of that age with three votes. */
export const TRENDING = Math.log10(4) + AT.getTime() / 45_000_000;

type Row = Readonly<Record<string, SqlValue>>;

/** Inserts rows of two projects without their sums, among them some that deletions left behind. */
export async function insertRows(db: Database): Promise<void> {
  const post = {
    title: 'A post',
    description: 'Text',
    user_id: 'u1',
    votes_count: 0,
    comments_count: 0,
    trending: TRENDING - Math.log10(4),
    search_key: '',
    ...TIMES,
  };
  await insert(db, 'posts', [
    { id: 1, project_id: 11, category: 'bug', status: 'planned', ...post },
    { id: 2, project_id: 11, category: 'other', status: 'under_review', ...post },
    { id: 3, project_id: 12, category: 'bug', status: 'planned', ...post },
  ]);
  await insert(db, 'posts', [{ id: 4, project_id: 11, category: 'bug', status: 'planned', moderation: 'hidden', ...post }]);
  const votes = [
    [1, 11, 'u1'],
    [1, 11, 'u2'],
    [1, 11, 'operator:7'],
    [3, 12, 'u3'],
    [70, 11, 'u1'],
    [70, 11, 'u2'],
  ] as const;
  await insert(
    db,
    'post_votes',
    votes.map(([post_id, project_id, user_id]) => ({ post_id, project_id, user_id, created_at: AT })),
  );
  const review = { user_id: 'u1', is_settled: true, source: 'authenticated', search_key: '', ...TIMES };
  const reviews = [
    [11, 'product', 5, 5, 'approved'],
    [11, 'product', 5, 5, 'approved'],
    [11, 'product', 5, 4, 'approved'],
    [11, 'product', 5, 1, 'pending'],
    [11, 'store', 5, 1, 'rejected'],
    [12, 'product', 5, 3, 'approved'],
  ] as const;
  await insert(
    db,
    'reviews',
    reviews.map(([project_id, item_type, item_id, rating, status], index) => ({
      id: index + 1,
      project_id,
      item_type,
      item_id,
      rating,
      status,
      ...review,
    })),
  );
  await insert(
    db,
    'favorites',
    [
      ['u1', 1],
      ['u1', 2],
      ['u2', 1],
    ].map(([user_id = '', item_id = 0]) => ({ project_id: 11, user_id, item_type: 'store', item_id, created_at: AT })),
  );
  await insert(
    db,
    'roadmap_items',
    ['planned', 'planned', 'completed'].map((status, index) => ({
      id: index + 1,
      project_id: 11,
      title: 'Plan',
      status,
      status_rank: 0,
      position: index,
      created_by: 'u1',
      ...TIMES,
    })),
  );
  await insert(db, 'changelog_entries', [
    { id: 1, project_id: 11, title: 'Entry', content: 'Text', type: 'added', published_at: AT, created_by: 'u1', ...TIMES },
  ]);
  await insert(
    db,
    'comments',
    COMMENTS.map(([id, project_id, entity_type, entity_id, parent_id, is_deleted]) => ({
      id,
      project_id,
      entity_type,
      entity_id,
      parent_id,
      root_id: parent_id,
      level: parent_id === null ? 1 : 2,
      is_deleted,
      replies_count: 0,
      children: 0,
      ...TIMES,
    })),
  );
  await insert(
    db,
    'comments',
    HIDDEN_COMMENTS.map(([id, parent_id, moderation, is_absent]) => ({
      id,
      project_id: 11,
      entity_type: 'post',
      entity_id: 1,
      parent_id,
      root_id: parent_id,
      level: parent_id === null ? 1 : 2,
      is_deleted: false,
      replies_count: 0,
      children: 0,
      moderation,
      is_absent,
      ...TIMES,
    })),
  );
}

const COMMENTS = [
  [1, 11, 'post', 1, null, false],
  [2, 11, 'post', 1, 1, false],
  [3, 11, 'post', 1, null, true],
  [4, 11, 'post', 1, 3, false],
  [5, 11, 'post', 1, 1, true],
  [6, 11, 'product', 900, null, false],
  [7, 11, 'review', 1, null, false],
  [8, 11, 'roadmap', 1, null, false],
  [9, 11, 'changelog', 1, null, false],
  [10, 12, 'post', 3, null, false],
  // comments on records that were deleted or belong to another project
  [11, 11, 'post', 70, null, false],
  [12, 11, 'post', 70, 11, false],
  [13, 11, 'review', 70, null, false],
  [14, 11, 'roadmap', 70, null, false],
  [15, 11, 'changelog', 70, null, false],
  [16, 12, 'post', 1, null, false],
] as const;

const HIDDEN_COMMENTS = [
  [20, 1, 'pending', true],
  [21, null, 'hidden', false],
  [22, 21, 'visible', false],
  [23, null, 'removed', true],
] as const;

/** The stored numbers except zeros, by names such as `posts.votes_count project_id=11 id=1`. */
export async function storedSums(db: Database): Promise<Record<string, number>> {
  const kept = new Map<string, number>();
  for (const [table, key, values] of SUMS)
    for (const row of await selectAcrossProjects<Record<string, SqlValue>>(db, `SELECT * FROM ${table}`))
      for (const column of values)
        kept.set(`${table}.${column} ${key.map((name) => `${name}=${row[name]}`).join(' ')}`, Number(row[column]));
  return sorted(kept);
}

const SUMS = [
  ['posts', ['project_id', 'id'], ['votes_count', 'comments_count']],
  ['comments', ['project_id', 'id'], ['replies_count', 'children', 'absent_children']],
  ['review_stats', ['project_id', 'item_type', 'item_id'], ['rating_1', 'rating_2', 'rating_3', 'rating_4', 'rating_5']],
  ['comment_threads', ['project_id', 'entity_type', 'entity_id'], ['live', 'top_level', 'shown', 'pending', 'hidden', 'removed']],
  ['favorite_owners', ['project_id', 'user_id'], ['total']],
  ['feedback_counts', ['project_id', 'name'], ['total']],
  ['daily_counts', ['project_id', 'day'], ['reviews', 'approved', 'stars', 'posts', 'votes', 'comments']],
] as const;

/** The expected numbers, counted row by row without SQL, to compare the recount with. */
export async function expectedSums(db: Database): Promise<Record<string, number>> {
  const all = (table: string) => selectAcrossProjects<Record<string, string | number | null>>(db, `SELECT * FROM ${table}`);
  const [posts, votes, reviews, favorites] = [await all('posts'), await all('post_votes'), await all('reviews'), await all('favorites')];
  const [plans, entries, comments] = [await all('roadmap_items'), await all('changelog_entries'), await all('comments')];
  const sums = new Map<string, number>();
  const add = (where: string, number = 1): void => void sums.set(where, (sums.get(where) ?? 0) + number);
  const addDay = (row: Counted, name: string, number = 1): void =>
    add(`daily_counts.${name} project_id=${row['project_id']} day=2026-11-20`, number);
  const count = (row: Counted, name: string): void => add(`feedback_counts.total project_id=${row['project_id']} name=${name}`);
  const targets: Readonly<Record<string, Rows>> = { post: posts, review: reviews, roadmap: plans, changelog: entries };
  const has = (rows: Rows | undefined, row: Counted, id: Counted[string]) =>
    rows === undefined || rows.some((each) => each['id'] === id && each['project_id'] === row['project_id']);

  for (const row of votes) addDay(row, 'votes');
  for (const row of comments) if (!row['is_deleted']) addDay(row, 'comments');
  for (const row of reviews) addDay(row, 'reviews');
  for (const row of posts) {
    addDay(row, 'posts');
    const kind = row['moderation'] === 'visible' ? 'posts' : `posts_hidden:${row['moderation']}`;
    count(row, `${kind}:${row['status']}:${row['category']}`);
  }
  for (const row of plans) count(row, `roadmap:${row['status']}`);
  for (const row of entries) count(row, `changelog:${row['type']}`);
  for (const row of votes.filter((vote) => has(posts, vote, vote['post_id'] ?? null))) {
    count(row, 'votes');
    add(`posts.votes_count project_id=${row['project_id']} id=${row['post_id']}`);
  }
  for (const row of favorites) {
    count(row, 'favorites');
    add(`favorite_owners.total project_id=${row['project_id']} user_id=${row['user_id']}`);
  }
  for (const row of reviews) {
    count(row, `reviews:${row['status']}:${row['item_type']}:${row['rating']}`);
    if (row['status'] !== 'approved') continue;
    addDay(row, 'approved');
    addDay(row, 'stars', Number(row['rating']));
    add(`review_stats.rating_${row['rating']} project_id=${row['project_id']} item_type=${row['item_type']} item_id=${row['item_id']}`);
  }
  for (const row of comments.filter((comment) => has(targets[String(comment['entity_type'])], comment, comment['entity_id'] ?? null))) {
    const thread = `project_id=${row['project_id']} entity_type=${row['entity_type']} entity_id=${row['entity_id']}`;
    const shown = row['is_absent'] ? 'absent_children' : 'children';
    if (!row['is_absent']) add(`comment_threads.shown ${thread}`);
    if (row['parent_id'] !== null) add(`comments.${shown} project_id=${row['project_id']} id=${row['parent_id']}`);
    else if (!row['is_absent']) add(`comment_threads.top_level ${thread}`);
    if (row['is_deleted']) continue;
    count(row, `comment_states:${row['moderation']}:${row['entity_type']}`);
    if (row['moderation'] !== 'visible') {
      add(`comment_threads.${row['moderation']} ${thread}`);
      continue;
    }
    add(`comment_threads.live ${thread}`);
    count(row, 'comments');
    if (row['parent_id'] !== null) add(`comments.replies_count project_id=${row['project_id']} id=${row['parent_id']}`);
    if (row['entity_type'] === 'post') add(`posts.comments_count project_id=${row['project_id']} id=${row['entity_id']}`);
  }
  return sorted(sums);
}

type Counted = Readonly<Record<string, string | number | null>>;
type Rows = readonly Counted[];

function sorted(numbers: ReadonlyMap<string, number>): Record<string, number> {
  return Object.fromEntries([...numbers].filter(([, number]) => number !== 0).sort(([left], [right]) => (left < right ? -1 : 1)));
}

async function insert(db: Database, table: string, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const values = rows.map((row) => columns.map((column) => row[column] ?? null));
  await executeAcrossProjects(db, `INSERT INTO ${table} (${columns.join(', ')}) VALUES :values`, { values });
}
