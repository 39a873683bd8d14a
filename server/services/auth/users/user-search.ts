import { col, fn, where as matches, Op, type WhereOptions } from 'sequelize';
import { User, type UserRole, type UserStatus } from '../../../../models/auth/User.ts';
import { dialledDigits, normalizePhone } from '../../../domain/phone.ts';
import { foldForSearch } from '../../../domain/search-fold.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Backfill } from '../../../platform/db/records/backfill.ts';
import { findPage, type PageQuery, type PlainRow } from '../../../platform/db/records/page.ts';

export interface UserListQuery {
  /** Words of the name or e-mail, the beginning of the phone, or its last digits. */
  q?: string;
  role?: UserRole;
  status?: UserStatus;
  /** From 1. */
  page: number;
  limit: number;
}

/** Newest first; the id orders users of the same millisecond. */
const NEWEST_FIRST = [
  ['createdAt', 'DESC'],
  ['id', 'DESC'],
] as const;

/** A page of the users of a project, deleted ones included, and the total number. */
export async function searchUsers(
  db: Database,
  projectId: number,
  query: UserListQuery,
): Promise<{ users: readonly PlainRow<User>[]; total: number }> {
  const where = conditionsOf(projectId, query);
  const total = await db.model(User).count({ where });
  const users = await findPage(db.model(User), { where, order: NEWEST_FIRST, total, page: query.page, limit: query.limit });
  return { users, total };
}

/** The searchable text: one line per field, so that no match spans two fields. */
export function searchKeyOf({ firstName, lastName, email }: Pick<User, 'firstName' | 'lastName' | 'email'>): string {
  const lines = [firstName, lastName, email].filter((text) => text !== null);
  return lines.map(foldForSearch).join('\n');
}

/** Folds the keys of older releases again. Another rule of folding needs another name. */
export const USER_SEARCH_KEYS: Backfill = {
  name: 'users search keys 2',
  table: 'users',
  column: 'search_key',
  start: '',
  rewrite: foldForSearch,
};

function conditionsOf(projectId: number, { q, role, status }: UserListQuery): PageQuery['where'] {
  return {
    projectId,
    ...(role === undefined ? {} : { role }),
    ...(status === undefined ? {} : { status }),
    ...(q === undefined ? {} : { [Op.or]: [...phonePatterns(q).map(phoneLike), { [Op.and]: wordsOf(q).map(contains) }] }),
  };
}

/** Fewer last digits are those of too many phones. */
const LEAST_LAST_DIGITS = 3;
/** A wildcard for each digit of a country code. */
const COUNTRY_CODES = ['_', '__', '___'];

/** Patterns of phones for LIKE. Only digits of `q` are in them, so they need no escaping of wildcards. */
function phonePatterns(q: string): string[] {
  const typed = dialledDigits(q);
  if (typed === null) return [];
  const last = typed.startsWith('+') || typed.length < LEAST_LAST_DIGITS ? [] : [`%${typed}`];
  const [, prefix, digits = ''] = /^(\+|00|0?)(\d+)$/.exec(typed) ?? [];
  if (prefix === '0') return [...COUNTRY_CODES.map((code) => `+${code}${digits}%`), ...last];
  return [`${normalizePhone(q) ?? `+${digits}`}%`, ...last];
}

function phoneLike(pattern: string): WhereOptions<User> {
  return { phone: { [Op.like]: pattern } };
}

/** Punctuation alone folds to the empty string, which matches every user; unfolded it matches none. */
function wordsOf(q: string): string[] {
  const words = foldForSearch(q).split(/\s+/).filter(Boolean);
  return words.length > 0 ? words : [q];
}

/** INSTR instead of LIKE: the engines escape wildcards differently. */
function contains(word: string): WhereOptions<User> {
  return matches(fn('INSTR', col('search_key'), word), Op.gt, 0);
}
