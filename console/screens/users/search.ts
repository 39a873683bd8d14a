import type { paths } from '../../../generated/api-types.ts';

type Query = NonNullable<paths['/api/v2/auth/admin/users']['get']['parameters']['query']>;

export const ROLES = ['customer', 'driver', 'staff', 'admin', 'pending'] as const;
export const STATUSES = ['active', 'inactive', 'suspended', 'deleted'] as const;
export const ORDERS = ['createdAt-desc', 'createdAt-asc', 'lastLoginAt-desc', 'lastLoginAt-asc'] as const;

/** The filter in the address. An absent field does not filter. */
export interface UsersSearch {
  q?: string;
  order?: (typeof ORDERS)[number];
  role?: (typeof ROLES)[number];
  status?: (typeof STATUSES)[number];
  /** Days in the zone of the reader, both included. */
  from?: string;
  to?: string;
  page?: number;
}

const LIMIT = 25;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The filter in the address. Digits alone come as a number. */
export function usersSearch({ q, order, role, status, from, to, page }: Record<string, unknown>): UsersSearch {
  return withoutAbsent({
    q: typeof q === 'number' ? String(q) : typeof q === 'string' && q.trim() !== '' ? q : undefined,
    order: ORDERS.find((candidate) => candidate === order),
    role: ROLES.find((candidate) => candidate === role),
    status: STATUSES.find((candidate) => candidate === status),
    from: dayOf(from),
    to: dayOf(to),
    page: typeof page === 'number' && Number.isSafeInteger(page) && page > 1 ? page : undefined,
  });
}

/** The same for the API. */
export function queryOf({ q, order = 'createdAt-desc', role, status, from, to, page }: UsersSearch): Query {
  const [sort, direction] = order.split('-');
  return withoutAbsent({
    q,
    role,
    status,
    page,
    limit: LIMIT,
    sort: sort === 'lastLoginAt' ? ('lastLoginAt' as const) : ('createdAt' as const),
    order: direction === 'asc' ? ('asc' as const) : ('desc' as const),
    from: from === undefined ? undefined : startOf(from, 0),
    to: to === undefined ? undefined : startOf(to, 1),
  });
}

function dayOf(value: unknown): string | undefined {
  return typeof value === 'string' && DAY.test(value) && !Number.isNaN(new Date(value).getTime()) ? value : undefined;
}

/** The moment at which the day begins where the reader is, or some days later. */
function startOf(day: string, later: number): string {
  const at = new Date(`${day}T00:00`);
  at.setDate(at.getDate() + later);
  return at.toISOString();
}

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

function withoutAbsent<T extends object>(values: T): Present<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Present<T>;
}
