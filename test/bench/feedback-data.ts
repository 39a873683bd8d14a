import { type Connection, createConnection } from 'mysql2/promise';

/** The default project. */
const PROJECT = 11;
/** Half of the reviews belong to this item. */
export const HOT_ITEM = { type: 'product', id: 1 } as const;

/** Generates the numbers from 0 to 9,999 in standard SQL. */
const DIGITS =
  '(SELECT 0 d UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9)';
const NUMBERS = `(SELECT :from + a.d + 10 * b.d + 100 * c.d + 1000 * e.d AS i FROM ${DIGITS} a, ${DIGITS} b, ${DIGITS} c, ${DIGITS} e) numbers`;
const CHUNK = 10_000;

const USER = "CONCAT('00000000-0000-4000-8000-', LPAD(i * 7919 % 20000, 12, '0'))";
const AT = "TIMESTAMPADD(SECOND, i, '2026-01-01')";
const ITEM_TYPE = `IF(i % 2 = 0, '${HOT_ITEM.type}', ELT(1 + i DIV 2 % 6, 'auction', 'product', 'order', 'driver', 'store', 'group_deal'))`;
const TEXT = "CONCAT('Arrived on time and as described, number ', i)";

const REVIEWS = `INSERT INTO reviews (project_id, item_type, item_id, user_id, rating, title, comment, status, is_settled, source, search_key, created_at, updated_at)
  SELECT ${PROJECT}, ${ITEM_TYPE}, IF(i % 2 = 0, ${HOT_ITEM.id}, 2 + i DIV 12 % 3000), ${USER}, 1 + i * 31 % 5, 'As described', ${TEXT},
    :status, :status <> 'pending', 'authenticated', LOWER(${TEXT}), ${AT}, ${AT} FROM ${NUMBERS} WHERE i < :to`;
const POSTS = `INSERT INTO posts (project_id, title, description, category, status, user_id, votes_count, comments_count, trending, search_key, created_at, updated_at)
  SELECT ${PROJECT}, CONCAT('A wish, number ', i), ${TEXT}, ELT(1 + i % 4, 'bug', 'feature', 'improvement', 'other'),
    ELT(1 + i % 5, 'under_review', 'planned', 'in_progress', 'completed', 'declined'), ${USER}, (i % 3 = 0) + (i % 9 = 0), 0,
    LOG10(1 + (i % 3 = 0) + (i % 9 = 0)) + UNIX_TIMESTAMP(${AT}) / 45000, LOWER(${TEXT}), ${AT}, ${AT} FROM ${NUMBERS} WHERE i < :to`;
const VOTES = [0, 1].map(
  (voter) =>
    `INSERT INTO post_votes (post_id, user_id, project_id, created_at)
      SELECT id, 'operator:${900 + voter}', project_id, created_at FROM posts WHERE votes_count > ${voter}`,
);

const rated = (rating: number): string => `SUM(status = 'approved' AND rating = ${rating})`;
/** The sums that the transactions of the service would have stored. */
const SUMS = [
  `INSERT INTO review_stats SELECT project_id, item_type, item_id, ${[1, 2, 3, 4, 5].map(rated).join(', ')} FROM reviews GROUP BY project_id, item_type, item_id`,
  "INSERT INTO feedback_counts (project_id, name, total) SELECT project_id, CONCAT_WS(':', 'reviews', status, item_type, rating), COUNT(*) FROM reviews GROUP BY project_id, status, item_type, rating",
  "INSERT INTO feedback_counts (project_id, name, total) SELECT project_id, CONCAT_WS(':', 'posts', status, category), COUNT(*) FROM posts GROUP BY project_id, status, category",
  "INSERT INTO feedback_counts (project_id, name, total) SELECT project_id, 'votes', COUNT(*) FROM post_votes GROUP BY project_id",
  ...['reviews', 'posts', 'post_votes'].map((table) => `ANALYZE TABLE ${table}`),
];

/** Fills a migrated database with `size` approved reviews, a twentieth more unapproved ones, and `size` posts with votes. */
export async function fillFeedback(databaseUrl: string, size: number): Promise<void> {
  const connection = await createConnection({ uri: databaseUrl, namedPlaceholders: true });
  await insertNumbered(connection, REVIEWS, { count: size, status: 'approved' });
  await insertNumbered(connection, REVIEWS, { count: size / 40, status: 'pending' });
  await insertNumbered(connection, REVIEWS, { count: size / 40, status: 'rejected' });
  await insertNumbered(connection, POSTS, { count: size });
  for (const statement of [...VOTES, ...SUMS]) await connection.query(statement);
  await connection.end();
}

/** The same reviews in the table of a conventional application: automatic keys and two obvious indexes. */
export async function copyConventionally(databaseUrl: string): Promise<void> {
  const connection = await createConnection(databaseUrl);
  await connection.query(
    `CREATE TABLE conventional_reviews (id INT AUTO_INCREMENT PRIMARY KEY, project_id INT NOT NULL, item_type VARCHAR(16) NOT NULL, item_id INT NOT NULL,
      user_id VARCHAR(64) NOT NULL, rating INT NOT NULL, title VARCHAR(200), comment TEXT, status VARCHAR(16) NOT NULL, created_at DATETIME(3) NOT NULL,
      KEY by_item (project_id, item_type, item_id, status), KEY by_time (project_id, status, created_at)) ENGINE = InnoDB`,
  );
  await connection.query(
    `INSERT INTO conventional_reviews (project_id, item_type, item_id, user_id, rating, title, comment, status, created_at)
      SELECT project_id, item_type, item_id, user_id, rating, title, comment, status, created_at FROM reviews`,
  );
  await connection.query('ANALYZE TABLE conventional_reviews');
  await connection.end();
}

async function insertNumbered(
  connection: Connection,
  statement: string,
  { count, status }: { count: number; status?: string },
): Promise<void> {
  for (let from = 0; from < count; from += CHUNK) await connection.query(statement, { from, to: count, status: status ?? null });
}
