import { col, fn, where as matches, Op, type WhereOptions } from 'sequelize';
import { User, type UserRole, type UserStatus } from '../../../../models/auth/User.ts';
import { normalizePhone } from '../../../domain/phone.ts';
import { foldForSearch } from '../../../domain/search-fold.ts';
import type { Database } from '../../../platform/db/database.ts';
import { findPage, type PageQuery } from '../../../platform/db/page.ts';

export interface UserListQuery {
  /** Words of the name or e-mail, or the beginning of the phone. */
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
export async function searchUsers(db: Database, projectId: number, query: UserListQuery): Promise<{ users: User[]; total: number }> {
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

function conditionsOf(projectId: number, { q, role, status }: UserListQuery): PageQuery['where'] {
  return {
    projectId,
    ...(role === undefined ? {} : { role }),
    ...(status === undefined ? {} : { status }),
    ...(q === undefined ? {} : { [Op.or]: [...phoneStartsWith(q), { [Op.and]: wordsOf(q).map(contains) }] }),
  };
}

/** The pattern contains only digits, so it needs no escaping of wildcards. */
function phoneStartsWith(q: string): WhereOptions<User>[] {
  const digits = (normalizePhone(q) ?? partOfPhone(q))?.replace(/\D/g, '');
  return digits ? [{ phone: { [Op.like]: `+${digits}%` } }] : [];
}

function partOfPhone(q: string): string | null {
  return /^[+\d() -]+$/.test(q) ? q.replace(/^00/, '') : null;
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
