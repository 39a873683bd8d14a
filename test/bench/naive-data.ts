import { createConnection } from 'mysql2/promise';

/** Copies of Diwan's rows in the tables of the conventional handlers (`baseline/naive-api.ts`). */
const COPIES = {
  users: 'INSERT INTO naive_users (id, phone, created_at, updated_at) SELECT id, phone, created_at, updated_at FROM users',
  flags:
    'INSERT INTO naive_flags (app_slug, flag_key, is_enabled, config, created_at, updated_at) SELECT apps.slug, flag_key, is_enabled, config, feature_flags.created_at, feature_flags.updated_at FROM feature_flags JOIN apps ON apps.id = feature_flags.app_id',
  reviews:
    'INSERT INTO naive_reviews (item_type, item_id, user_id, rating, title, comment, status, created_at, updated_at) SELECT item_type, item_id, user_id, rating, title, comment, status, created_at, updated_at FROM reviews',
  posts:
    'INSERT INTO naive_posts (id, title, description, category, status, user_id, votes_count, comments_count, created_at, updated_at) SELECT id, title, description, category, status, user_id, votes_count, comments_count, created_at, updated_at FROM posts',
  comments:
    'INSERT INTO naive_comments (id, entity_type, entity_id, parent_id, content, user_id, created_at, updated_at) SELECT id, entity_type, entity_id, parent_id, content, user_id, created_at, updated_at FROM comments',
  roadmap_items:
    'INSERT INTO naive_roadmap_items (title, description, status, status_rank, category, target_date, position, post_id, created_by, created_at, updated_at) SELECT title, description, status, status_rank, category, target_date, position, post_id, created_by, created_at, updated_at FROM roadmap_items',
  changelog_entries:
    'INSERT INTO naive_changelog_entries (id, title, content, type, version, published_at, created_by, created_at, updated_at) SELECT id, title, content, type, version, published_at, created_by, created_at, updated_at FROM changelog_entries',
  changelog_links: 'INSERT INTO naive_changelog_links (entry_id, post_id) SELECT entry_id, post_id FROM changelog_posts',
};

export async function copyToNaive(databaseUrl: string, table: keyof typeof COPIES): Promise<void> {
  const connection = await createConnection(databaseUrl);
  await connection.query(COPIES[table]);
  await connection.query(`ANALYZE TABLE naive_${table}`);
  await connection.end();
}
