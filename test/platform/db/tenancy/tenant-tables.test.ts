import assert from 'node:assert/strict';
import { TenantTables } from '../../../../server/platform/db/tenancy/tenant-tables.ts';

const UNBOUND = [
  'SELECT id FROM posts',
  'select id from posts where id = 1',
  'SELECT id FROM `posts`',
  'SELECT id FROM "posts" p WHERE p.id = 1',
  'SELECT id FROM diwan.posts',
  'SELECT id FROM `diwan`.`posts`',
  'SELECT a.id FROM apps a JOIN posts b ON b.app_id = a.id',
  'SELECT a.id FROM apps AS a, posts AS p WHERE p.id = a.id',
  'SELECT a.id FROM apps, posts',
  'SELECT id FROM apps WHERE id IN (SELECT app_id FROM posts)',
  'SELECT n FROM (SELECT COUNT(*) AS n FROM posts) counted',
  'WITH some AS (SELECT id FROM posts) SELECT id FROM some',
  'SELECT id FROM apps UNION SELECT id FROM posts',
  'SELECT EXISTS (SELECT 1 FROM posts) AS found',
  "SELECT id FROM posts WHERE title = 'project_id'",
  'SELECT id FROM posts -- project_id',
  'SELECT id /* WHERE project_id = 1 */ FROM posts',
  'SELECT id, project_id FROM posts WHERE id = :id',
  'SELECT id FROM posts WHERE my_project_id = 1',
  'SELECT id FROM posts ORDER BY project_id',
  'UPDATE posts SET votes = 0',
  'UPDATE OR IGNORE posts SET votes = 0',
  'UPDATE IGNORE posts SET project_id = 2',
  'UPDATE apps a JOIN posts p ON p.app_id = a.id SET p.votes = 0',
  'UPDATE apps a, posts p SET p.votes = 0',
  'DELETE FROM posts WHERE id = 1',
  'DELETE p FROM apps a JOIN posts p ON p.app_id = a.id',
  'TRUNCATE posts',
  'TRUNCATE TABLE posts',
  'INSERT INTO posts (title) VALUES (:title)',
  'INSERT IGNORE INTO posts (title) VALUES (:title)',
  'INSERT OR REPLACE INTO posts (title) VALUES (:title)',
  'REPLACE INTO posts (title) VALUES (:title)',
  'INSERT INTO posts VALUES :rows',
  'INSERT INTO apps (name) SELECT title FROM posts',
  'INSERT INTO posts (title) SELECT name FROM apps WHERE project_id = 1',
];

const BOUND = [
  'SELECT id FROM posts WHERE project_id = :projectId',
  'SELECT p.id FROM posts p WHERE p.`project_id` = :projectId AND p.id = 1',
  'SELECT a.id FROM apps a JOIN posts p ON p.project_id = a.project_id WHERE a.project_id = :projectId',
  'UPDATE posts SET votes = 0 WHERE PROJECT_ID = :projectId',
  'DELETE FROM posts WHERE project_id = :projectId',
  'INSERT INTO posts (project_id, title) SELECT :projectId, title FROM posts WHERE project_id = :projectId',
];

const NOT_BY_NAME = [
  'SELECT id FROM posts WHERE project_id = 1',
  'SELECT id FROM posts WHERE project_id = :projectIds',
  "SELECT id FROM posts WHERE project_id = 1 AND title = ':projectId'",
  'SELECT id FROM posts WHERE (project_id, slug) IN (:keys)',
  'UPDATE posts SET votes = 0 WHERE project_id > 0',
  'DELETE FROM posts WHERE project_id = 1',
  'INSERT INTO posts (project_id, title) SELECT 1, title FROM posts',
];

const BRINGING = [
  'INSERT INTO posts (project_id, title) VALUES :rows',
  'INSERT INTO `posts` (`project_id`, `title`) VALUES :rows ON DUPLICATE KEY UPDATE title = title',
  'INSERT INTO posts (project_id, title) VALUES :rows ON CONFLICT (id) DO UPDATE SET title = excluded.title',
  'INSERT INTO posts (project_id, title) SELECT 1, name FROM apps',
];

const ELSEWHERE = [
  'SELECT 1',
  'SELECT id FROM apps',
  'SELECT posts FROM apps',
  'SELECT posts, id FROM apps ORDER BY id, posts',
  'SELECT id FROM old_posts',
  "SELECT id FROM apps WHERE name = 'from posts'",
  'SELECT id FROM apps FOR UPDATE',
  'UPDATE apps SET name = 1, posts = posts + 1',
  'INSERT INTO counts (app_id, posts) VALUES (1, 1) ON DUPLICATE KEY UPDATE posts = posts + 1',
  'INSERT INTO counts (app_id, posts) VALUES (1, 1) ON CONFLICT (app_id) DO UPDATE SET posts = counts.posts + 1',
];

describe('TenantTables', () => {
  const tables = new TenantTables();

  before(() => tables.add('posts'));

  for (const sql of UNBOUND) {
    it(`refuses ${sql}`, () => {
      for (const isBound of [true, false, true])
        assert.throws(() => tables.check(sql, isBound), /A statement on posts names no project_id/);
    });
  }

  for (const sql of BOUND) {
    it(`accepts for a tenant only ${sql}`, () => {
      tables.check(sql, true);
      assert.throws(() => tables.check(sql, false), /A statement on posts is bound to no project: use withTenant/);
    });
  }

  for (const sql of NOT_BY_NAME) {
    it(`refuses without :projectId ${sql}`, () => {
      for (const isBound of [true, false]) assert.throws(() => tables.check(sql, isBound), /A statement on posts is bound to no project/);
    });
  }

  for (const sql of BRINGING) it(`accepts rows that name their projects in ${sql}`, () => tables.check(sql, false));

  for (const sql of ELSEWHERE) {
    it(`finds no tenant in ${sql}`, () => {
      for (const isBound of [true, false]) tables.check(sql, isBound);
    });
  }
});
