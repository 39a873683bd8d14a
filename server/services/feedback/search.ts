// Raw SQL: this form of the query reads only one index and the rows that it searches; measurements confirm it.
import { foldForSearch } from '../../domain/search-fold.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Backfill } from '../../platform/db/records/backfill.ts';
import { type SqlValue, selectRows } from '../../platform/db/statements/sql.ts';
import { withTenant } from '../../platform/db/tenancy/with-tenant.ts';

/** A search reads at most this many rows, the newest that match the filters, so that its cost does not grow with the project. */
export const SEARCH_WINDOW = 10_000;
/** Length of a search key in UTF-16 code units. It is limited, so that long texts do not make a search slow. */
const SEARCH_LENGTH = 2_000;

export interface Search {
  readonly table: 'posts' | 'reviews' | 'comments';
  /** The filters: columns and their values. The project is one of them. */
  readonly where: Readonly<Record<string, SqlValue>> & { readonly project_id: number };
  /** The search text as the user typed it. A row must contain all words of it. Default: every row is found. */
  readonly q?: string | undefined;
  /** An SQL condition that no index carries; it must never contain user input. */
  readonly condition?: string | undefined;
  /** Only rows that were created at this time or later. */
  readonly from?: Date | undefined;
  /** Only rows that were created before this time. */
  readonly to?: Date | undefined;
  /** The ORDER BY clause; it must never contain user input. */
  readonly order: string;
  /** Searches the oldest rows that match the filters in place of the newest. */
  readonly isOldest?: boolean;
}

/** Ids grow with time, but a row may have waited in a queue for some seconds after its `created_at` was set. */
const SLACK_MS = 60_000;

/**
 * The ids, in order, of the rows that contain all words of `q`; only the newest 10,000 rows that match `where` are searched. The subquery
 * reads ids from an index, and each row is then read by id: copying whole rows takes a second, and other query plans read all projects.
 */
export async function searchIds(db: Database, search: Search): Promise<number[]> {
  const { table, where, q, condition = '1 = 1', from, to, order, isOldest = false } = search;
  const lowest = from === undefined ? 0 : await findNearestId(db, search, { from: new Date(from.getTime() - SLACK_MS) });
  const highest = to === undefined ? 0 : await findNearestId(db, search, { to: new Date(to.getTime() + SLACK_MS) });
  if (lowest === null || highest === null) return [];
  const words = q === undefined ? [] : wordsOf(q);
  const { project_id: projectId, ...others } = where;
  const filters = ['project_id = :projectId', ...Object.keys(others).map((column) => `${column} = :${column}`)];
  const range = [...filters, ...(from === undefined ? [] : ['id >= :lowest']), ...(to === undefined ? [] : ['id <= :highest'])];
  const key = searchKeyColumn(table);
  const found = [
    condition,
    ...words.map((_, index) => `INSTR(${key}, :word${index}) > 0`),
    ...(from === undefined ? [] : ['created_at >= :from']),
    ...(to === undefined ? [] : ['created_at < :to']),
  ];
  const times = { ...(from === undefined ? {} : { from, lowest }), ...(to === undefined ? {} : { to, highest }) };
  const rows = await selectRows<{ id: number }>(
    withTenant(db, projectId),
    `SELECT id FROM (SELECT id FROM ${table} WHERE ${range.join(' AND ')} ORDER BY id ${isOldest ? 'ASC' : 'DESC'} LIMIT ${SEARCH_WINDOW}) newest
     CROSS JOIN ${table} USING (id) WHERE ${found.join(' AND ')} ORDER BY ${order}`,
    { ...others, ...times, ...Object.fromEntries(words.map((word, index) => [`word${index}`, word])) },
  );
  return rows.map(({ id }) => id);
}

/** An SQL expression for the text that a search compares. */
export function searchKeyColumn(table: Search['table']): string {
  return table === 'comments' ? 'COALESCE(search_key, LOWER(content))' : 'search_key';
}

/** The id of the first row from a time on, or of the last row up to a time; null without such a row. It reads one entry of an index. */
async function findNearestId(db: Database, { table, where }: Search, bound: { from: Date } | { to: Date }): Promise<number | null> {
  const [condition, direction] = 'from' in bound ? ['created_at >= :from', 'ASC'] : ['created_at <= :to', 'DESC'];
  const [row] = await selectRows<{ id: number }>(
    withTenant(db, where.project_id),
    `SELECT id FROM ${table} WHERE project_id = :projectId AND ${condition} ORDER BY created_at ${direction}, id ${direction} LIMIT 1`,
    bound,
  );
  return row?.id ?? null;
}

/**
 * The search key of a record: its texts, folded for the search. Each text is a separate line, so that no word matches across two texts.
 * The key is cut at 2,000 code units: pass short texts before long ones.
 */
export function searchKeyOf(...texts: readonly (string | null)[]): string {
  return texts
    .filter((text) => text !== null)
    .map(foldForSearch)
    .join('\n')
    .slice(0, SEARCH_LENGTH)
    .replace(HALF_A_PAIR, '');
}

/** Folds the keys of older releases again; old comments have none. Another rule of folding needs other names. */
export const SEARCH_KEYS: readonly Backfill[] = [
  { name: 'posts search keys 2', table: 'posts', column: 'search_key', start: 0, rewrite: searchKeyOf },
  { name: 'reviews search keys 2', table: 'reviews', column: 'search_key', start: 0, rewrite: searchKeyOf },
  {
    name: 'comments search keys 2',
    table: 'comments',
    column: 'search_key',
    source: 'COALESCE(search_key, content)',
    start: 0,
    rewrite: searchKeyOf,
  },
];

const HALF_A_PAIR = /[\ud800-\udbff]$/;

/** The words of a search. Only vowel signs or tatweel fold to nothing, which every key contains; unfolded, they are in no key. */
export function wordsOf(q: string): string[] {
  const words = foldForSearch(q).split(/\s+/).filter(Boolean);
  return words.length > 0 ? words : [q];
}

/** The filters without those that are undefined. */
export function given<T>(filters: Readonly<Record<string, T | undefined>>): Record<string, T> {
  return Object.fromEntries(Object.entries(filters).filter((filter): filter is [string, T] => filter[1] !== undefined));
}
