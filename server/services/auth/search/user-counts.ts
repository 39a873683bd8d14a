// Raw SQL: one statement changes the counters of users by relative updates, and one adds them up.
import type { User } from '../../../../models/auth/User.ts';
import type { Database } from '../../../platform/db/database.ts';
import { slotOf } from '../../../platform/db/records/counter-slots.ts';
import { dayOf } from '../../../platform/db/records/daily-counts.ts';
import type { SlottedSum, Source } from '../../../platform/db/records/recount-steps.ts';
import { addToCounters, ensureRow, type SqlValue, selectRows } from '../../../platform/db/statements/sql.ts';
import { withTenant } from '../../../platform/db/tenancy/with-tenant.ts';

/**
 * The numbers of users by the UTC day of registration, role and status, and by role and status alone. As with the daily counters, a number
 * is the sum of up to 16 rows, and it changes at the end of the transaction that changes the users.
 */

const TABLE = 'user_counts';
const KEY = ['project_id', 'day', 'role', 'status'] as const;
/** The `day` of the rows that count the users of all days. */
const ALL_DAYS = '';

type CountedUser = Readonly<Pick<User, 'projectId' | 'role' | 'status' | 'createdAt'>>;

/** Adds a new user to the counters. Call it at the end of the transaction. */
export async function countNewUser(db: Database, user: CountedUser): Promise<void> {
  await addToCounters(db, { table: TABLE, key: [...KEY, 'slot'], add: ['users'] }, rowsOf(db, user, 1));
}

/** Moves a locked user between the counters when the change gives another role or status. Call it at the end of the transaction. */
export async function countUserChange<T>(db: Database, user: User, change: () => Promise<T>): Promise<T> {
  const { projectId, role, status, createdAt } = user;
  const result = await change();
  if (user.role === role && user.status === status) return result;
  const rows = [...rowsOf(db, { projectId, role, status, createdAt }, -1), ...rowsOf(db, user, 1)];
  await addToCounters(db, { table: TABLE, key: [...KEY, 'slot'], add: ['users'] }, rows);
  return result;
}

function rowsOf(db: Database, { projectId, role, status, createdAt }: CountedUser, users: 1 | -1): Record<string, SqlValue>[] {
  const row = { project_id: projectId, role, status, slot: slotOf(db), users };
  return [ALL_DAYS, dayOf(createdAt)].map((day) => ({ ...row, day }));
}

interface CountedUsers extends Partial<Readonly<Pick<User, 'role' | 'status'>>> {
  /** Days such as `2026-11-28`, from the first on and before the other. Default: the users of all days. */
  readonly days?: { readonly from: string; readonly before: string };
}

/** The number of users, from at most 16 rows for each role and status, and for each day if days are named. */
export async function sumOfUsers(db: Database, projectId: number, { role, status, days }: CountedUsers): Promise<number> {
  const conditions = [
    ['role', 'role = :role', role],
    ['status', 'status = :status', status],
    ['day', 'day = :day', days === undefined ? ALL_DAYS : undefined],
    ['from', 'day >= :from', days?.from],
    ['before', 'day < :before', days?.before],
  ] as const;
  const present = conditions.filter(([, , value]) => value !== undefined);
  const [sum] = await selectRows<{ users: number | string | null }>(
    withTenant(db, projectId),
    `SELECT SUM(users) AS users FROM ${TABLE} WHERE project_id = :projectId AND ${present.map(([, condition]) => condition).join(' AND ')}`,
    Object.fromEntries(present.map(([name, , value]) => [name, value ?? null])),
  );
  return Math.max(0, Number(sum?.users ?? 0));
}

const counted = { from: 'users', values: { users: 'COUNT(*)' } } satisfies Omit<Source, 'key'>;

/** How a recount counts users. */
export const USER_COUNTS: SlottedSum = {
  table: TABLE,
  key: KEY,
  values: ['users'],
  sources: [
    { ...counted, key: { day: `'${ALL_DAYS}'` }, groupBy: ['project_id', 'role', 'status'] },
    { ...counted, key: { day: 'SUBSTR(created_at, 1, 10)' } },
  ],
  slot: 'slot',
  lock: lockCounts,
};

/** Two repairs of one project would add the same difference twice. Requests never lock this row, whose counter stays 0. */
async function lockCounts(db: Database, { project_id }: Readonly<Record<string, unknown>>): Promise<true> {
  const row = { project_id: Number(project_id), day: ALL_DAYS, role: '', status: '', slot: 0, users: 0 };
  await ensureRow(db, TABLE, [...KEY, 'slot'], row);
  return true;
}
