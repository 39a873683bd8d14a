import { createConnection } from 'mysql2/promise';
import { initModels } from '../../models/index.ts';
import { recountFeedback } from '../../server/services/feedback/counts/recount.ts';
import { openDatabaseAt } from '../support/databases/scratch-database.ts';
import { HOT_ITEM } from './feedback-data.ts';

/** The default project. */
const PROJECT = 11;
/** Items that each have 40 reviews, one for each client that reads a list alone. */
export const ITEMS = { type: 'driver', firstId: 100_001, count: 64 } as const;
const REVIEWS_EACH = 40;
const THREADS = 2_000;
const REPLIES_EACH = 2;
const PLANS = 200;
/** Rows in one statement. */
const BATCH = 1_000;

type Value = string | number | Date | null;

interface Table {
  readonly name: string;
  readonly columns: string;
  readonly count: number;
  row(index: number): readonly Value[];
}

const AT = Date.UTC(2026, 0, 1);
const timeOf = (index: number): Date => new Date(AT + index * 1_000);
const authorOf = (index: number): string => `00000000-0000-4000-8000-${String(index % 500).padStart(12, '0')}`;
const textOf = (index: number): string => `Arrived on time and as described, number ${index}`;

const REVIEWS: Table = {
  name: 'reviews',
  columns:
    'project_id, item_type, item_id, user_id, rating, title, comment, status, is_settled, source, search_key, created_at, updated_at',
  count: ITEMS.count * REVIEWS_EACH,
  row(index) {
    const item = [ITEMS.type, ITEMS.firstId + (index % ITEMS.count)];
    const texts = ['As described', textOf(index)];
    return [
      ...[PROJECT, ...item, authorOf(index), 1 + (index % 5), ...texts, 'approved', 1, 'authenticated', textOf(index)],
      ...[timeOf(index), timeOf(index)],
    ];
  },
};

/** Threads of one comment with its replies, in the order in which they were written. */
const COMMENTS: Table = {
  name: 'comments',
  columns:
    'id, project_id, entity_type, entity_id, parent_id, root_id, level, content, user_id, is_deleted, children, replies_count, created_at, updated_at',
  count: THREADS * (1 + REPLIES_EACH),
  row(index) {
    const place = index % (1 + REPLIES_EACH);
    const top = place === 0 ? null : 1 + index - place;
    const below = place === 0 ? REPLIES_EACH : 0;
    const target = [HOT_ITEM.type, HOT_ITEM.id];
    return [
      ...[1 + index, PROJECT, ...target, top, top, place === 0 ? 1 : 2, textOf(index), authorOf(index), 0, below, below],
      ...[timeOf(index), timeOf(index)],
    ];
  },
};

const STATUSES = ['planned', 'in_progress', 'completed'];

const ROADMAP: Table = {
  name: 'roadmap_items',
  columns:
    'project_id, title, description, status, status_rank, category, target_date, position, post_id, created_by, created_at, updated_at',
  count: PLANS,
  row(index) {
    const rank = index % STATUSES.length;
    const texts = [`A plan, number ${index}`, textOf(index), STATUSES[rank] ?? '', rank, 'app', '2026-12-24'];
    return [PROJECT, ...texts, index, null, authorOf(index), timeOf(index), timeOf(index)];
  },
};

const CHANGELOG: Table = {
  name: 'changelog_entries',
  columns: 'id, project_id, title, content, type, version, published_at, created_by, created_at, updated_at',
  count: PLANS,
  row(index) {
    const texts = [`A change, number ${index}`, textOf(index), ['added', 'changed', 'fixed'][index % 3] ?? '', `1.${index}.0`];
    return [1 + index, PROJECT, ...texts, timeOf(index), authorOf(index), timeOf(index), timeOf(index)];
  },
};

/** Each entry links to one of the first posts. */
const LINKS: Table = {
  name: 'changelog_posts',
  columns: 'entry_id, post_id, project_id',
  count: PLANS,
  row: (index) => [1 + index, 1 + (index % 50), PROJECT],
};

/** Adds rows of the lists to a filled database and sets all counters. */
export async function fillLists(databaseUrl: string): Promise<void> {
  const connection = await createConnection(databaseUrl);
  for (const { name, columns, count, row } of [REVIEWS, COMMENTS, ROADMAP, CHANGELOG, LINKS]) {
    const rows = Array.from({ length: count }, (_, index) => row(index));
    for (let from = 0; from < count; from += BATCH)
      await connection.query(`INSERT INTO ${name} (${columns}) VALUES ?`, [rows.slice(from, from + BATCH)]);
    await connection.query(`ANALYZE TABLE ${name}`);
  }
  await connection.end();
  const db = openDatabaseAt(databaseUrl, { initModels, deadlineMs: null });
  await recountFeedback(db, { repair: true });
  await db.close();
}
