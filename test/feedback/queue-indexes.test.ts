import assert from 'node:assert/strict';
import type { SqlValue } from '../../server/platform/db/statements/sql.ts';
import { type SentStatement, sentStatementsOf } from '../support/databases/statements.ts';
import type { TestServer } from '../support/server.ts';
import { type Caller, executeAcrossProjects, selectAcrossProjects, staff, startFeedbackServer, user } from './support.ts';

const ROWS = 4_000;
const START = Date.parse('2026-11-20T10:00:00.000Z');
const FROM = 'from=2026-11-20T10:30:00Z';
const TO = 'to=2026-11-20T10:30:00Z';
const STATES = ['visible', 'visible', 'visible', 'pending', 'hidden', 'removed'];
const TABLES = ['reviews', 'posts', 'comments', 'report_cases', 'author_blocks'] as const;

type Row = Readonly<Record<string, SqlValue>>;

/** Every filter of a list of moderators is answered from an index, so that its cost does not grow with the project. */
describe('the lists of moderators and of blocks', () => {
  let server: TestServer;
  let author: Caller;
  let moderator: Caller;

  before(async () => {
    server = await startFeedbackServer();
    author = user(server);
    moderator = staff(server);
    await fill();
  });
  after(() => server.close());

  async function fill(): Promise<void> {
    const at = (index: number): Date => new Date(START + index * 1_000);
    const shared = (index: number) => ({
      user_id: index % 50 === 0 ? author.id : `user-${index % 97}`,
      created_at: at(index),
      updated_at: at(index),
    });
    await insert('reviews', (index) => {
      const status = ['approved', 'approved', 'pending', 'rejected'][index % 4] ?? '';
      const item = { item_type: index % 2 === 0 ? 'product' : 'store', item_id: (index % 300) + 1 };
      const rest = { rating: (index % 5) + 1, source: 'authenticated', search_key: 'text' };
      return { ...shared(index), ...item, ...rest, status, is_settled: status !== 'pending' };
    });
    await insert('posts', (index) => ({
      ...shared(index),
      title: 'A post',
      description: 'Text',
      category: 'other',
      status: 'planned',
      votes_count: 0,
      comments_count: 0,
      trending: index,
      search_key: 'a post',
      moderation: STATES[index % 6] ?? '',
    }));
    await insert('comments', (index) => ({
      ...shared(index),
      entity_type: index % 2 === 0 ? 'product' : 'post',
      entity_id: (index % 300) + 1,
      level: 1,
      content: 'Text',
      is_deleted: false,
      replies_count: 0,
      children: 0,
      moderation: STATES[index % 6] ?? '',
    }));
    await insert('report_cases', (index) => ({
      entity_type: 'post',
      entity_id: index + 1,
      state: ['open', 'dismissed', 'removed'][index % 3] ?? '',
      count: 1,
      first_at: at(index),
      last_at: at(index),
    }));
    await insert('author_blocks', (index) => ({
      user_id: index % 2 === 0 ? author.id : 'other',
      author_id: `user-${index}`,
      created_at: at(index),
    }));
    await count();
    if (server.db.isMySql) for (const table of TABLES) await selectAcrossProjects(server.db, `ANALYZE TABLE ${table}`);
  }

  async function insert(table: (typeof TABLES)[number], rowOf: (index: number) => Row): Promise<void> {
    const rows = Array.from({ length: ROWS }, (_, index): Row => ({ project_id: 11, ...rowOf(index) }));
    const columns = Object.keys(rows[0] ?? {});
    const values = rows.map((row) => columns.map((column) => row[column] ?? null));
    await executeAcrossProjects(server.db, `INSERT INTO ${table} (${columns.join(', ')}) VALUES :values`, { values });
  }

  /** The totals of the lists that are read from counters. */
  async function count(): Promise<void> {
    const names = [
      ...['pending', 'approved', 'rejected'].map((status) => `reviews:${status}:product:5`),
      'posts:planned:other',
      ...['pending', 'hidden', 'removed'].map((state) => `posts_hidden:${state}:planned:other`),
      ...STATES.slice(2).flatMap((state) => ['post', 'product'].map((type) => `comment_states:${state}:${type}`)),
      ...['open', 'dismissed', 'removed'].map((state) => `report_cases:${state}`),
    ];
    const rows = names.map((name) => [11, name, 500]);
    await executeAcrossProjects(server.db, 'INSERT INTO feedback_counts (project_id, name, total) VALUES :rows', { rows });
  }

  for (const path of [
    '/admin/comments',
    '/admin/comments?sort=oldest',
    ...['visible', 'pending', 'hidden', 'removed'].map((state) => `/admin/comments?status=${state}`),
    '/admin/comments?entityType=post',
    '/admin/comments?entityType=product&status=hidden',
    '/admin/comments?entityType=post&entityId=2',
    '/admin/comments?authorId=AUTHOR',
    `/admin/comments?${FROM}`,
    `/admin/comments?${TO}&status=hidden`,
    '/admin/comments?q=text',
    '/admin/reviews?authorId=AUTHOR',
    '/admin/reviews?authorId=AUTHOR&status=pending',
    `/admin/reviews?${FROM}`,
    `/admin/reviews?${TO}&status=approved`,
    '/admin/reviews?itemId=31',
    '/admin/reviews?itemId=31&itemType=product',
    ...['newest', 'oldest', 'rating'].map((sort) => `/admin/reviews?sort=${sort}`),
    '/admin/posts?authorId=AUTHOR',
    '/admin/posts?authorId=AUTHOR&moderation=hidden',
    `/admin/posts?${FROM}`,
    `/admin/posts?${TO}`,
    ...['pending', 'hidden', 'removed', 'visible'].map((state) => `/admin/posts?moderation=${state}`),
    '/admin/posts?moderation=pending&sort=oldest',
    ...['newest', 'oldest', 'votes', 'comments', 'trending'].map((sort) => `/admin/posts?sort=${sort}`),
    ...['open', 'dismissed', 'removed'].map((state) => `/admin/reports?state=${state}`),
    '/admin/moderation/queue?limit=100',
    '/admin/moderation/queue?cursor=0-comment-1',
    '/admin/moderation/queue?kinds=post&reason=reported',
    '/admin/moderation/queue?authorId=AUTHOR&q=text',
    `/admin/moderation/queue?${FROM}`,
    '/blocks',
    '/blocks?page=40',
  ])
    it(`read no whole table or index: ${path}`, async () => {
      const caller = path.startsWith('/blocks') ? author : moderator;
      const statements = await sentStatementsOf(server.db, async () => {
        const { body } = await caller.get(path.replace('AUTHOR', author.id)).expect(200);
        assert.ok(body.data.length > 0, 'the list shows rows');
      });
      const reads = statements.filter(
        ({ sql }) => sql.startsWith('SELECT') && TABLES.some((table) => new RegExp(`\\b${table}\\b`).test(sql)),
      );
      assert.ok(reads.length > 0, 'a statement reads the table');
      for (const sent of reads) assert.deepEqual(await wholeReads(sent), [], sent.sql);
    });

  /** The steps of the query plan that read a whole table or index. */
  async function wholeReads({ sql, replacements }: SentStatement): Promise<string[]> {
    const { isMySql } = server.db;
    const plan = await selectAcrossProjects<Row>(
      server.db,
      `${isMySql ? 'EXPLAIN FORMAT=TRADITIONAL' : 'EXPLAIN QUERY PLAN'} ${sql}`,
      replacements,
    );
    if (!isMySql) return plan.map(({ detail }) => String(detail)).filter((detail) => /^SCAN (?!newest\b|CONSTANT ROW)/.test(detail));
    const whole = plan.filter(({ table, type }) => (type === 'ALL' || type === 'index') && !String(table).startsWith('<derived'));
    return whole.map(({ table, type, key }) => `${table}: ${type} ${key}`);
  }
});
