import { type SqlValue, selectRows } from '../../platform/db/sql.ts';
import { foldForSearch } from '../../platform/search-fold.ts';

/** So that a search costs the same however much a project has gathered, it looks through the newest of what the filters leave. */
export const SEARCH_WINDOW = 10_000;
/** In UTF-16 code units: what is searched of a record, so that it reads little however much was written. */
const SEARCH_LENGTH = 2_000;

export interface Search {
  readonly table: 'posts' | 'reviews';
  /** Columns that must have these values; names the project. */
  readonly where: Readonly<Record<string, SqlValue>> & { readonly project_id: number };
  /** As typed: all of its words must be found. */
  readonly q: string;
  /** ORDER BY, of trusted words. */
  readonly order: string;
}

/**
 * The ids of what holds all words of `q`, in order, among the newest 10,000 that `where` leaves. Those are taken from an index and
 * looked up one by one: a copy of whole rows takes a second, and any other way looks at the rows of all projects.
 */
export async function searchIds({ table, where, q, order }: Search): Promise<number[]> {
  const words = wordsOf(q);
  const filters = Object.keys(where).map((column) => `${column} = :${column}`);
  const found = words.map((_, index) => `INSTR(search_key, :word${index}) > 0`);
  const rows = await selectRows<{ id: number }>(
    `SELECT id FROM (SELECT id FROM ${table} WHERE ${filters.join(' AND ')} ORDER BY id DESC LIMIT ${SEARCH_WINDOW}) newest
     CROSS JOIN ${table} USING (id) WHERE ${found.join(' AND ')} ORDER BY ${order}`,
    { ...where, ...Object.fromEntries(words.map((word, index) => [`word${index}`, word])) },
  );
  return rows.map(({ id }) => id);
}

/**
 * The texts of a record as they are searched: a line each, so that no word is found across two of them. The first 2,000 characters
 * stay, so that short texts belong before long ones.
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

/** Signs alone fold to nothing, which every key contains; unfolded none does. */
function wordsOf(q: string): string[] {
  const words = foldForSearch(q).split(/\s+/).filter(Boolean);
  return words.length > 0 ? words : [q];
}
