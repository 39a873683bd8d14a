// Raw SQL: this form of the query reads only one index and the rows that it searches; measurements confirm it.
import { foldForSearch } from '../../domain/search-fold.ts';
import type { Database } from '../../platform/db/database.ts';
import { type SqlValue, selectRows } from '../../platform/db/sql.ts';

/** A search reads at most this many rows, the newest that match the filters, so that its cost does not grow with the project. */
export const SEARCH_WINDOW = 10_000;
/** Length of a search key in UTF-16 code units. It is limited, so that long texts do not make a search slow. */
const SEARCH_LENGTH = 2_000;

export interface Search {
  readonly table: 'posts' | 'reviews';
  /** The filters: columns and their values. The project is one of them. */
  readonly where: Readonly<Record<string, SqlValue>> & { readonly project_id: number };
  /** The search text as the user typed it. A row must contain all words of it. */
  readonly q: string;
  /** The ORDER BY clause; it must never contain user input. */
  readonly order: string;
}

/**
 * The ids, in order, of the rows that contain all words of `q`; only the newest 10,000 rows that match `where` are searched. The subquery
 * reads ids from an index, and each row is then read by id: copying whole rows takes a second, and other query plans read all projects.
 */
export async function searchIds(db: Database, { table, where, q, order }: Search): Promise<number[]> {
  const words = wordsOf(q);
  const filters = Object.keys(where).map((column) => `${column} = :${column}`);
  const found = words.map((_, index) => `INSTR(search_key, :word${index}) > 0`);
  const rows = await selectRows<{ id: number }>(
    db,
    `SELECT id FROM (SELECT id FROM ${table} WHERE ${filters.join(' AND ')} ORDER BY id DESC LIMIT ${SEARCH_WINDOW}) newest
     CROSS JOIN ${table} USING (id) WHERE ${found.join(' AND ')} ORDER BY ${order}`,
    { ...where, ...Object.fromEntries(words.map((word, index) => [`word${index}`, word])) },
  );
  return rows.map(({ id }) => id);
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

const HALF_A_PAIR = /[\ud800-\udbff]$/;

/** If `q` has only vowel signs or tatweel, it folds to nothing, which every key contains. The unfolded `q` is in no key. */
function wordsOf(q: string): string[] {
  const words = foldForSearch(q).split(/\s+/).filter(Boolean);
  return words.length > 0 ? words : [q];
}
