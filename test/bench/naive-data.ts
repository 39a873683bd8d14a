import { createConnection } from 'mysql2/promise';

/** Copies of Diwan's rows in the tables of the conventional handlers (`baseline/naive-api.ts`). */
const COPIES = {
  users: 'INSERT INTO naive_users (id, phone, created_at, updated_at) SELECT id, phone, created_at, updated_at FROM users',
  flags:
    'INSERT INTO naive_flags (app_slug, flag_key, is_enabled, config, created_at, updated_at) SELECT apps.slug, flag_key, is_enabled, config, feature_flags.created_at, feature_flags.updated_at FROM feature_flags JOIN apps ON apps.id = feature_flags.app_id',
  reviews:
    'INSERT INTO naive_reviews (item_type, item_id, user_id, rating, title, comment, status, created_at, updated_at) SELECT item_type, item_id, user_id, rating, title, comment, status, created_at, updated_at FROM reviews',
};

export async function copyToNaive(databaseUrl: string, table: keyof typeof COPIES): Promise<void> {
  const connection = await createConnection(databaseUrl);
  await connection.query(COPIES[table]);
  await connection.query(`ANALYZE TABLE naive_${table}`);
  await connection.end();
}
