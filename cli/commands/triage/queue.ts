import type { CommandContext } from '../../command.ts';
import { type Api, unwrap } from '../../http/client.ts';
import { MAX_PAGE_SIZE } from '../../http/pages.ts';
import { keyOf, type Queue, type Waiting } from './items.ts';

interface QueuePage {
  readonly entries: readonly Waiting[];
  readonly pagination: { readonly total: number; readonly hasNext: boolean };
  /** Entries that another queue has too: reported things that are pending. */
  readonly alsoPending: number;
}

type ReadQueue = (api: Api, page: { page: number; limit: number }) => Promise<QueuePage>;

/** The oldest first in each. */
const READERS: Readonly<Record<Queue, ReadQueue>> = {
  async reviews(api, page) {
    const { data, pagination } = await unwrap(api.GET('/api/v1/admin/reviews', { params: { query: { status: 'pending', ...page } } }));
    return { entries: data.map(({ id }) => ({ queue: 'reviews', entityType: 'review', entityId: id })), pagination, alsoPending: 0 };
  },
  async posts(api, page) {
    const query = { moderation: 'pending', sort: 'oldest', ...page } as const;
    const { data, pagination } = await unwrap(api.GET('/api/v1/admin/posts', { params: { query } }));
    return { entries: data.map(({ id }) => ({ queue: 'posts', entityType: 'post', entityId: id })), pagination, alsoPending: 0 };
  },
  async comments(api, page) {
    const { data, pagination } = await unwrap(api.GET('/api/v1/admin/comments', { params: { query: { status: 'pending', ...page } } }));
    return { entries: data.map(({ id }) => ({ queue: 'comments', entityType: 'comment', entityId: id })), pagination, alsoPending: 0 };
  },
  async reports(api, page) {
    const { data, pagination } = await unwrap(api.GET('/api/v1/admin/reports', { params: { query: { state: 'open', ...page } } }));
    const entries = data.map(({ entityType, entityId }) => ({ queue: 'reports', entityType, entityId }) as const);
    return { entries, pagination, alsoPending: data.filter(({ content }) => content?.status === 'pending').length };
  },
};

export interface Visited {
  readonly keys: ReadonlySet<string>;
  /** How many of them were left undecided. */
  readonly undecided: number;
}

export interface NextWaiting {
  readonly next: Waiting;
  /** How many records wait that were not visited, this one included. */
  readonly remaining: number;
}

/**
 * The first record of the queues that was not visited; null without one. The queues are read again each time, so new records are included.
 */
export async function findNext({ api }: CommandContext, queues: readonly Queue[], visited: Visited): Promise<NextWaiting | null> {
  const client = await api();
  const sizeOf = (queue: Queue): number => (queue === 'reports' ? MAX_PAGE_SIZE : Math.min(MAX_PAGE_SIZE, visited.undecided + 1));
  const firstPages = await Promise.all(queues.map((queue) => READERS[queue](client, { page: 1, limit: sizeOf(queue) })));
  const totals = firstPages.reduce((sum, { pagination }) => sum + pagination.total, 0);
  const twice = queues.length > 1 ? firstPages.reduce((sum, { alsoPending }) => sum + alsoPending, 0) : 0;
  for (const [index, queue] of queues.entries()) {
    const next = await firstUnvisited((page) => READERS[queue](client, { page, limit: sizeOf(queue) }), firstPages[index], visited.keys);
    if (next !== undefined) return { next, remaining: Math.max(1, totals - twice - visited.undecided) };
  }
  return null;
}

async function firstUnvisited(
  read: (page: number) => Promise<QueuePage>,
  first: QueuePage | undefined,
  visited: ReadonlySet<string>,
): Promise<Waiting | undefined> {
  let current = first;
  for (let page = 2; current !== undefined; page += 1) {
    const found = current.entries.find((entry) => !visited.has(keyOf(entry)));
    if (found !== undefined || !current.pagination.hasNext) return found;
    current = await read(page);
  }
  return undefined;
}
