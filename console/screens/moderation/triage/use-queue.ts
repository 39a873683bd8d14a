import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Schemas, unwrap, useApi } from '../../../api.ts';
import type { ModerationSearch } from '../search.ts';
import { type Entry, keyOf } from './entry.ts';

export type Filter = Omit<ModerationSearch, 'item'>;

const QUEUE = '/api/v1/admin/moderation/queue';
const WAITING = '/api/v1/admin/waiting';
const PAGE = 30;
/** The next page is read ahead when fewer are left. */
const FEW = 10;
const REFETCH_MS = 30_000;

type Page = Schemas['QueuePage'];

/** The texts that wait, the oldest first; read again each 30 seconds while the page is visible. */
export function useQueue(filter: Filter) {
  const { client } = useApi();
  const queries = useQueryClient();
  const queryKey = ['get', QUEUE, filter];
  const list = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => {
      const cursor = pageParam === '' ? {} : { cursor: pageParam };
      return unwrap(client.GET(QUEUE, { signal, params: { query: { ...queryOf(filter), limit: PAGE, ...cursor } } }));
    },
    initialPageParam: '',
    getNextPageParam: (page: Page) => page.next,
    refetchInterval: REFETCH_MS,
    // at once when the reader comes back to the page
    staleTime: 0,
  });
  const { data, hasNextPage, isFetching, error, fetchNextPage } = list;
  const entries = distinct(data?.pages.flatMap((page) => page.data) ?? []);
  const isShort = entries.length < FEW && hasNextPage && !isFetching && error === null;
  useEffect(() => {
    if (isShort) void fetchNextPage();
  }, [isShort, fetchNextPage]);
  return {
    list,
    entries,
    /** Takes out what is decided, also from an answer that is on its way. */
    drop: async (keys: ReadonlySet<string>): Promise<void> => {
      // a list without data would wait for the next interval
      await queries.cancelQueries({ queryKey: ['get', QUEUE], predicate: ({ state }) => state.data !== undefined });
      const without = (page: Page): Page => ({ ...page, data: page.data.filter((entry) => !keys.has(keyOf(entry))) });
      queries.setQueriesData<InfiniteData<Page>>({ queryKey: ['get', QUEUE] }, (old) => old && { ...old, pages: old.pages.map(without) });
      void queries.invalidateQueries({ queryKey: ['get', WAITING] });
    },
    reload: (): Promise<void> => queries.invalidateQueries({ queryKey: ['get', QUEUE] }),
  };
}

export type Queue = ReturnType<typeof useQueue>;

/** A page that is read again can repeat what the page before it had. */
function distinct(entries: readonly Entry[]): Entry[] {
  return [...new Map(entries.toReversed().map((entry) => [keyOf(entry), entry])).values()].reverse();
}

function queryOf({ author, from, to, ...filter }: Filter) {
  return {
    ...filter,
    ...(author === undefined ? {} : { authorId: author }),
    ...(from === undefined ? {} : { from: startOf(from, 0) }),
    // the last day belongs to it
    ...(to === undefined ? {} : { to: startOf(to, 1) }),
  };
}

/** The start of a day in the reader's zone. */
function startOf(day: string, later: number): string {
  const date = new Date(`${day}T00:00`);
  date.setDate(date.getDate() + later);
  return date.toISOString();
}
