import { Op } from 'sequelize';
import { User } from '../../../../models/auth/User.ts';
import type { Database } from '../../../platform/db/database.ts';
import { dayOf } from '../../../platform/db/records/daily-counts.ts';
import { findInOrder, findPage, type PageQuery, type PlainRow } from '../../../platform/db/records/page.ts';
import { findUserIds, type UserFilters, type UserOrder } from './find-ids.ts';
import { sumOfUsers } from './user-counts.ts';

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
  const total = await totalOf(db, projectId, query);
  return { users: await findPage(db.model(User), { where, order: sorting, total, isSelective, page, limit }), total };
}

const DAY_MS = 86_400_000;
const LAST_DAY = Date.UTC(9999, 11, 31);

/** Whole UTC days are added up from the counters. Only the users of the parts of days before and behind them are counted, by an index. */
async function totalOf(db: Database, projectId: number, { role, status, from, to }: UserFilters): Promise<number> {
  const kind = { ...(role === undefined ? {} : { role }), ...(status === undefined ? {} : { status }) };
  if (from === undefined && to === undefined) return sumOfUsers(db, projectId, kind);
  const count = (times: Pick<UserFilters, 'from' | 'to'>): Promise<number> =>
    db.model(User).count({ where: conditionsOf(projectId, { ...kind, ...times }) });
  const times = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
  const first = from === undefined ? 0 : Math.ceil(from.getTime() / DAY_MS) * DAY_MS;
  const end = Math.floor(Math.min(to?.getTime() ?? LAST_DAY, LAST_DAY) / DAY_MS) * DAY_MS;
  if (first >= end) return count(times);
  const [start, rest] = [new Date(first), new Date(end)];
  const days = await sumOfUsers(db, projectId, { ...kind, days: { from: dayOf(start), before: dayOf(rest) } });
  const before = from !== undefined && from < start ? await count({ from, to: start }) : 0;
  const behind = to !== undefined && to > rest ? await count({ ...times, from: rest }) : 0;
  return before + days + behind;
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
