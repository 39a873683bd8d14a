import type { Database } from '../../server/platform/db/database.ts';
import { execute } from '../support/databases/sql.ts';

/** The default project. */
const PROJECT = 11;
/** The user with blocks. */
export const READER = '00000000-0000-4000-8000-999999999999';
/** An item with as many reviews as a popular product. */
export const HOT_ITEM = { type: 'product', id: 1 } as const;
/** Rows in one statement. */
const BATCH = 2_000;
const AT = new Date('2026-01-01T00:00:00.000Z');
const TYPES = ['auction', 'product', 'order', 'driver', 'store', 'group_deal'];

interface Table {
  readonly name: string;
  readonly columns: string;
  row(index: number): readonly (string | number | Date | null)[];
}

export function authorOf(index: number): string {
  return `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
}

/** Approved reviews of `authors` people, whom a seeded shuffle spreads over the items and over time. */
function reviews(authors: number): Table {
  return {
    name: 'reviews',
    columns:
      'project_id, item_type, item_id, user_id, rating, title, comment, status, is_settled, source, search_key, created_at, updated_at',
    row(index) {
      const isHot = index % 100 === 0;
      const item = isHot ? [HOT_ITEM.type, HOT_ITEM.id] : [TYPES[index % 6] ?? '', 2 + ((index * 31) % 20_000)];
      // without the second summand, the authors of the popular item would be few, and all of them blocked
      const author = authorOf((index * 7_919 + Math.floor(index / 100)) % authors);
      return [
        PROJECT,
        ...item,
        author,
        1 + (index % 5),
        'As described',
        `Arrived on time, number ${index}`,
        'approved',
        1,
        'authenticated',
        '',
        AT,
        AT,
      ];
    },
  };
}

/** Comments on one post: every second one is a reply. */
function comments(authors: number): Table {
  return {
    name: 'comments',
    columns:
      'id, project_id, entity_type, entity_id, parent_id, root_id, level, content, user_id, is_deleted, children, replies_count, created_at, updated_at',
    row(index) {
      const isReply = index % 2 === 1;
      const above = isReply ? index : null;
      const below = isReply ? 0 : 1;
      return [
        index + 1,
        PROJECT,
        'product',
        1,
        above,
        above,
        isReply ? 2 : 1,
        'Yes',
        authorOf((index * 7_919) % authors),
        0,
        below,
        below,
        AT,
        AT,
      ];
    },
  };
}

export interface BlocksData {
  readonly reviews: number;
  readonly authors: number;
  readonly comments: number;
  readonly blocks: number;
}

/** Fills a migrated database, with the sums that the transactions of the service would have stored. */
export async function fillBlocks(db: Database, data: BlocksData): Promise<void> {
  await insert(db, reviews(data.authors), data.reviews);
  await insert(db, comments(data.authors), data.comments);
  const step = data.authors / data.blocks;
  await insert(
    db,
    {
      name: 'author_blocks',
      columns: 'project_id, user_id, author_id, created_at',
      row: (index) => [PROJECT, READER, authorOf(Math.floor(index * step)), AT],
    },
    data.blocks,
  );
  const rated = [1, 2, 3, 4, 5].map((rating) => `SUM(rating = ${rating})`).join(', ');
  const name = db.isMySql
    ? "CONCAT_WS(':', 'reviews', status, item_type, rating)"
    : "'reviews:' || status || ':' || item_type || ':' || rating";
  for (const statement of [
    `INSERT INTO review_stats (project_id, item_type, item_id, rating_1, rating_2, rating_3, rating_4, rating_5)
     SELECT project_id, item_type, item_id, ${rated} FROM reviews GROUP BY project_id, item_type, item_id`,
    `INSERT INTO feedback_counts (project_id, name, total) SELECT project_id, ${name}, COUNT(*) FROM reviews GROUP BY project_id, status, item_type, rating`,
    `INSERT INTO comment_threads (project_id, entity_type, entity_id, live, top_level, shown)
     SELECT project_id, entity_type, entity_id, COUNT(*), SUM(parent_id IS NULL), COUNT(*) FROM comments GROUP BY project_id, entity_type, entity_id`,
    ...(db.isMySql ? ['reviews', 'comments', 'author_blocks'].map((table) => `ANALYZE TABLE ${table}`) : []),
  ])
    await execute(db, statement);
}

async function insert(db: Database, { name, columns, row }: Table, count: number): Promise<void> {
  for (let written = 0; written < count; written += BATCH) {
    const values = Array.from({ length: Math.min(BATCH, count - written) }, (_, index) => [...row(written + index)]);
    await execute(db, `INSERT INTO ${name} (${columns}) VALUES :values`, { values });
  }
}
