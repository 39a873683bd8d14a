import { Op } from 'sequelize';
import { User } from '../../../../models/auth/User.ts';
import type { Database } from '../../../platform/db/database.ts';
import { findInOrder, findPage, type PageQuery, type PlainRow } from '../../../platform/db/records/page.ts';
import { findUserIds, type UserFilters, type UserOrder } from './find-ids.ts';

export interface UserListQuery extends UserFilters, UserOrder {
  /** An id, a phone or its last digits, or the beginnings of name and e-mail. */
  q?: string;
  /** From 1. */
  page: number;
  limit: number;
}

interface UserPage {
  readonly users: readonly PlainRow<User>[];
  readonly total: number;
}

/** A page of the users of a project, deleted ones included, and the total number. */
export async function listUsers(db: Database, projectId: number, query: UserListQuery): Promise<UserPage> {
  const { q, page, limit } = query;
  if (q === undefined) return listAll(db, projectId, query);
  const ids = await findUserIds(db, projectId, { ...query, q });
  const users = await findInOrder(db.model(User), projectId, ids.slice((page - 1) * limit, page * limit));
  return { users, total: ids.length };
}

async function listAll(db: Database, projectId: number, query: UserListQuery): Promise<UserPage> {
  const { sort = 'createdAt', order = 'desc', page, limit } = query;
  const where = conditionsOf(projectId, query);
  const direction = order === 'asc' ? 'ASC' : 'DESC';
  const sorting = [
    [sort, direction],
    // the id orders users of the same millisecond
    ['id', direction],
  ] as const;
  // the index of the one time cannot be read in the order of the other
  const isSelective = sort === 'lastLoginAt' && 'createdAt' in where;
  const total = await db.model(User).count({ where });
  return { users: await findPage(db.model(User), { where, order: sorting, total, isSelective, page, limit }), total };
}

function conditionsOf(projectId: number, { role, status, from, to }: UserFilters): PageQuery['where'] {
  const createdAt = { ...(from === undefined ? {} : { [Op.gte]: from }), ...(to === undefined ? {} : { [Op.lt]: to }) };
  return {
    projectId,
    ...(role === undefined ? {} : { role }),
    ...(status === undefined ? {} : { status }),
    ...(from === undefined && to === undefined ? {} : { createdAt }),
  };
}
