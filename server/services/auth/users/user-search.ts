import { col, fn, where as matches, Op, type WhereOptions } from 'sequelize';
import { User, type UserRole, type UserStatus } from '../../../models/auth/User.ts';
import { findPage, type PageAsked } from '../../platform/db/page.ts';
import { normalizePhone } from '../../platform/phone.ts';
import { foldForSearch } from '../../platform/search-fold.ts';

export interface UserQuery {
  /** Words of name or e-mail, or the beginning of a phone. */
  q?: string;
  role?: UserRole;
  status?: UserStatus;
  /** From 1. */
  page: number;
  limit: number;
}

/** Newest first; the id keeps those of one moment in order from page to page. */
const NEWEST_FIRST = [
  ['createdAt', 'DESC'],
  ['id', 'DESC'],
] as const;

/** A page of a project's users, deleted ones too, newest first, and how many there are in all. */
export async function searchUsers(projectId: number, query: UserQuery): Promise<{ users: User[]; total: number }> {
  const where = conditionsOf(projectId, query);
  const total = await User.count({ where });
  const users = await findPage(User, { where, order: NEWEST_FIRST, total, page: query.page, limit: query.limit });
  return { users, total };
}

/** What words are looked for in: a line each, so that no word is found across two of them. */
export function searchKeyOf({ firstName, lastName, email }: Pick<User, 'firstName' | 'lastName' | 'email'>): string {
  const lines = [firstName, lastName, email].filter((text) => text !== null);
  return lines.map(foldForSearch).join('\n');
}

function conditionsOf(projectId: number, { q, role, status }: UserQuery): PageAsked['where'] {
  return {
    projectId,
    ...(role === undefined ? {} : { role }),
    ...(status === undefined ? {} : { status }),
    ...(q === undefined ? {} : { [Op.or]: [...beginningOfPhone(q), { [Op.and]: wordsOf(q).map(contains) }] }),
  };
}

/** A pattern of digits alone: nothing in it can be a wildcard. */
function beginningOfPhone(q: string): WhereOptions<User>[] {
  const digits = (normalizePhone(q) ?? partOfPhone(q))?.replace(/\D/g, '');
  return digits ? [{ phone: { [Op.like]: `+${digits}%` } }] : [];
}

function partOfPhone(q: string): string | null {
  return /^[+\d() -]+$/.test(q) ? q.replace(/^00/, '') : null;
}

/** Signs alone fold to nothing, which every key contains; unfolded none does. */
function wordsOf(q: string): string[] {
  const words = foldForSearch(q).split(/\s+/).filter(Boolean);
  return words.length > 0 ? words : [q];
}

/** Looked for as it is: a pattern would have wildcards, which engines escape differently. */
function contains(word: string): WhereOptions<User> {
  return matches(fn('INSTR', col('search_key'), word), Op.gt, 0);
}
