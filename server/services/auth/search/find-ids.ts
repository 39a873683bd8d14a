// Raw SQL: each branch reads one range of one index, which no form of the query by a model makes certain on all engines.
import type { UserRole, UserStatus } from '../../../../models/auth/User.ts';
import { callingCodes, dialledDigits, normalizePhone } from '../../../domain/phone.ts';
import { foldForSearch } from '../../../domain/search-fold.ts';
import type { Database } from '../../../platform/db/database.ts';
import { type SqlValue, selectRows } from '../../../platform/db/statements/sql.ts';
import { withTenant } from '../../../platform/db/tenancy/with-tenant.ts';
import { phoneTailOf, wordsOf } from './search-keys.ts';

/** A search reads at most this many users by each beginning, so that its cost does not grow with the project. */
const WINDOW = 2_000;
/** Fewer digits are those of too many phones. */
const LEAST_DIGITS = 4;
/** More words make no search narrower. */
const MOST_WORDS = 8;
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
/** Greater than every digit. */
const AFTER_DIGITS = ':';
/** Greater than every other character. */
const AFTER_TEXT = '\u{10ffff}';
const WORD_COLUMNS = ['search_key', 'search_key2', 'search_key3', 'search_key4', 'search_key_end'];
const SORTS = { createdAt: 'created_at', lastLoginAt: 'last_login_at' } as const;

export interface UserFilters {
  role?: UserRole;
  status?: UserStatus;
  /** The first time of a registration. */
  from?: Date;
  /** The time after the last one. */
  to?: Date;
}

export interface UserOrder {
  /** By default `createdAt`. */
  sort?: 'createdAt' | 'lastLoginAt';
  /** By default `desc`. */
  order?: 'asc' | 'desc';
}

interface Search extends UserFilters, UserOrder {
  readonly q: string;
}

/** Part of a query that finds users by one index. */
interface Branch {
  readonly sql: string;
  readonly values: Readonly<Record<string, SqlValue>>;
}

/** The ids, in order, of the users that the text finds. */
export async function findUserIds(db: Database, projectId: number, search: Search): Promise<string[]> {
  const branches = [...byId(search.q), ...byPhone(search.q), ...byWords(db, search.q)];
  const filters = filtersOf(search);
  const column = SORTS[search.sort ?? 'createdAt'];
  const direction = search.order === 'asc' ? 'ASC' : 'DESC';
  const rows = await selectRows<{ id: string }>(
    withTenant(db, projectId),
    `SELECT users.id FROM (${branches.map(({ sql }) => sql).join(' UNION ')}) found CROSS JOIN users ON users.id = found.id
     WHERE ${['users.project_id = :projectId', ...filters.conditions].join(' AND ')}
     ORDER BY users.${column} ${direction}, users.id ${direction}`,
    Object.assign({}, filters.values, ...branches.map(({ values }) => values)),
  );
  return rows.map(({ id }) => id);
}

function filtersOf({ role, status, from, to }: UserFilters): { conditions: string[]; values: Record<string, SqlValue> } {
  const filters = [
    ['role', 'role = :role', role],
    ['status', 'status = :status', status],
    ['from', 'created_at >= :from', from],
    ['to', 'created_at < :to', to],
  ] as const;
  const present = filters.filter(([, , value]) => value !== undefined);
  return {
    conditions: present.map(([, condition]) => `users.${condition}`),
    values: Object.fromEntries(present.map(([name, , value]) => [name, value ?? null])),
  };
}

function byId(q: string): Branch[] {
  const id = q.trim().toLowerCase();
  return UUID.test(id) ? [{ sql: 'SELECT id FROM users WHERE project_id = :projectId AND id = :id', values: { id } }] : [];
}

/** The phone from its beginning, with or without the country code, or its last digits; in digits of any script. */
function byPhone(q: string): Branch[] {
  const typed = dialledDigits(q);
  if (typed === null) return [];
  const [, prefix, digits = ''] = /^(\+|00|0?)(\d+)$/.exec(typed) ?? [];
  const tails = prefix === '0' ? [typed, digits] : prefix === '+' ? [] : [typed];
  const beginnings = prefix === '0' ? callingCodes().map((code) => `+${code}${digits}`) : [normalizePhone(q) ?? `+${digits}`];
  return [
    ...digitRanges(tails.filter(isLong).map(phoneTailOf), { column: 'phone_tail', name: 'tail' }),
    ...(isLong(digits) ? digitRanges(beginnings, { column: 'phone_key', name: 'phone' }) : []),
  ];
}

function isLong(digits: string): boolean {
  return digits.length >= LEAST_DIGITS;
}

/** The users whose column begins with one of the texts. For ranges joined by OR, SQLite would read all users of the project. */
function digitRanges(beginnings: readonly string[], { column, name }: { column: string; name: string }): Branch[] {
  if (beginnings.length === 0) return [];
  const ranges = beginnings.map(
    (_, index) =>
      `SELECT id FROM users WHERE project_id = :projectId AND ${column} >= :${name}${index} AND ${column} < :${name}${index}After`,
  );
  const values = beginnings.flatMap((text, index) => [
    [`${name}${index}`, text],
    [`${name}${index}After`, text + AFTER_DIGITS],
  ]);
  const sql = `SELECT id FROM (${ranges.join(' UNION ALL ')} LIMIT ${WINDOW}) AS ${name}s`;
  return [{ sql, values: Object.fromEntries(values) }];
}

/** One of the words begins a word of a name or the e-mail, and all of them occur in these. */
function byWords(db: Database, q: string): Branch[] {
  const words = typedWords(q);
  const branches = words.flatMap((word, index) => {
    const others = words.filter((_, place) => place !== index);
    return WORD_COLUMNS.map((column, place) => textRange(db, { name: `named${index}x${place}`, column, text: word, others }));
  });
  return [...branches, ...byFirstWords(db, words)];
}

/** The first two words in one range, so that of a frequent first name the window holds those with this last name. */
function byFirstWords(db: Database, [first, second, ...others]: readonly string[]): Branch[] {
  if (first === undefined || second === undefined) return [];
  // the key has a line for each name, the other columns have words
  const begins = [['search_key', `${first}\n${second}`] as const, ...WORD_COLUMNS.map((column) => [column, `${first} ${second}`] as const)];
  return begins.map(([column, text], place) => textRange(db, { name: `both${place}`, column, text, others }));
}

interface TextRange {
  /** Names the values and the table in the query. */
  readonly name: string;
  readonly column: string;
  readonly text: string;
  /** Words that occur anywhere in the names and the e-mail. */
  readonly others: readonly string[];
}

/** The users whose column begins with the text. Without other words the index alone finds them. */
function textRange(db: Database, { name, column, text, others }: TextRange): Branch {
  const range = `project_id = :projectId AND ${column} >= :${name}First AND ${column} < :${name}After`;
  const values = { [`${name}First`]: firstWith(db, text), [`${name}After`]: text + AFTER_TEXT };
  if (others.length === 0) return { sql: `SELECT id FROM (SELECT id FROM users WHERE ${range} LIMIT ${WINDOW}) AS ${name}`, values };
  const all = others.map((_, index) => `INSTR(search_key, :${name}Word${index}) > 0`).join(' AND ');
  const sql = `SELECT id FROM (SELECT id, search_key FROM users WHERE ${range} LIMIT ${WINDOW}) AS ${name} WHERE ${all}`;
  return { sql, values: { ...values, ...Object.fromEntries(others.map((word, index) => [`${name}Word${index}`, word])) } };
}

/** The least text that begins with the word: MySQL compares as if blanks followed, and the end of a line is less than a blank. */
function firstWith(db: Database, word: string): string {
  return db.isMySql ? `${word}\0` : word;
}

/** Punctuation alone folds to the empty string, which begins every key; unfolded it begins none. */
function typedWords(q: string): string[] {
  const words = wordsOf(foldForSearch(q)).slice(0, MOST_WORDS);
  return words.length > 0 ? words : [q];
}
