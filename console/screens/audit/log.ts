import { useInfiniteQuery } from '@tanstack/react-query';
import { unwrap, useApi } from '../../api.ts';
import { useOperator, useProjectId } from '../../state/session-context.ts';
import type { AuditSearch } from './search.ts';

const PAGE = 30;
const DAY_MS = 86_400_000;

/** The query of a request, as the address gives it. */
export interface Filters {
  readonly q?: string;
  readonly action?: string;
  readonly actor?: string;
  readonly subject?: string;
  readonly target?: string;
  readonly from?: string;
  readonly to?: string;
  readonly projectId?: number;
}

/** The filter of the address as the API takes it: days in the reader's zone, and the chosen project for an owner. */
export function useFilters({ from, to, all, ...words }: AuditSearch): Filters {
  const { isOwner } = useOperator();
  const projectId = useProjectId();
  return {
    ...words,
    ...(from === undefined ? {} : { from: startOf(from) }),
    ...(to === undefined ? {} : { to: endOf(to) }),
    ...(isOwner && all !== true ? { projectId } : {}),
  };
}

/** The rows that match, newest first, more of them on demand. */
export function useLog(filters: Filters) {
  const { client } = useApi();
  return useInfiniteQuery({
    queryKey: ['audit-log', filters],
    queryFn: ({ pageParam }) => {
      const query = { ...filters, limit: PAGE, ...(pageParam === null ? {} : { before: pageParam }) };
      return unwrap(client.GET('/api/v1/admin/audit-log', { params: { query } }));
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ nextBefore }) => nextBefore,
  });
}

function startOf(day: string): string {
  return new Date(`${day}T00:00`).toISOString();
}

function endOf(day: string): string {
  // noon, so that a change of the clock does not lead to another day
  const next = new Date(new Date(`${day}T12:00`).getTime() + DAY_MS);
  next.setHours(0, 0, 0, 0);
  return next.toISOString();
}
