import type { components } from '../../generated/api-types.ts';
import type { CommandContext } from '../command.ts';
import type { ListRange } from '../input/list-range.ts';
import { formatCount } from '../output/chart.ts';
import { clearProgress, drawProgress } from '../output/progress.ts';

type Pagination = components['schemas']['Pagination'];

export interface Page<R> {
  readonly data: R[];
  readonly pagination: Pagination;
}

/** The largest page of the server. */
export const MAX_PAGE_SIZE = 100;

type Identified = { readonly id: number | string } | { readonly entityType: string; readonly entityId: number };

function idOf(row: Identified): number | string {
  return 'id' in row ? row.id : `${row.entityType}:${row.entityId}`;
}

/**
 * The rows of a range, read in as many pages as they need, with the progress on stderr. A row that moves to a later page meanwhile is
 * counted once.
 */
export async function readPages<R extends Identified>(
  { io }: CommandContext,
  range: ListRange,
  read: (query: { page: number; limit: number }) => Promise<Page<R>>,
): Promise<Page<R>> {
  const size = Math.min(MAX_PAGE_SIZE, range.limit);
  const start = range.page === 1 ? 0 : (range.page - 1) * range.limit;
  const firstPage = Math.floor(start / size) + 1;
  const rows = new Map<number | string, R>();
  try {
    for (let page = firstPage; ; page += 1) {
      const { data, pagination } = await read({ page, limit: size });
      const known = rows.size;
      for (const row of page === firstPage ? data.slice(start % size) : data) rows.set(idOf(row), row);
      if (range.limit <= MAX_PAGE_SIZE) return { data, pagination };
      // a page without a new row would repeat for ever, whatever the server says of a next one
      const isOver = !pagination.hasNext || rows.size >= range.limit || rows.size === known;
      if (isOver) return joined([...rows.values()], { ...range, start, total: pagination.total });
      drawProgress(io, `read ${formatCount(rows.size)} of ${formatCount(Math.min(range.limit, pagination.total - start))}`);
    }
  } finally {
    clearProgress(io);
  }
}

/** The pages of the server as one page of the range. */
function joined<R>(rows: R[], { page, limit, start, total }: ListRange & { start: number; total: number }): Page<R> {
  const data = rows.slice(0, limit);
  const used = Number.isFinite(limit) ? limit : Math.max(1, total);
  const hasNext = start + data.length < total && data.length === limit;
  return {
    data,
    pagination: { page, limit: used, total, totalPages: Math.ceil(total / used), hasNext, hasPrevious: page > 1 && total > 0 },
  };
}

/** A page of a log, newest first. */
export interface NewestPage<R> {
  readonly data: R[];
  /** Rows below this id are older; null when there are none. */
  readonly nextBefore: number | null;
}

/** The newest rows of a log, in as many pages as they need, with the progress on stderr. */
export async function readNewest<R>(
  { io }: Pick<CommandContext, 'io'>,
  limit: number,
  read: (range: { limit: number; before?: number }) => Promise<NewestPage<R>>,
): Promise<NewestPage<R>> {
  const rows: R[] = [];
  try {
    for (let before: number | null = null; ; ) {
      const page: NewestPage<R> = await read({
        limit: Math.min(MAX_PAGE_SIZE, limit - rows.length),
        ...(before === null ? {} : { before }),
      });
      rows.push(...page.data);
      // a page that does not go back would repeat for ever
      before =
        page.data.length === 0 || (before !== null && page.nextBefore !== null && page.nextBefore >= before) ? null : page.nextBefore;
      if (before === null || rows.length >= limit) return { data: rows, nextBefore: before };
      drawProgress(io, `read ${formatCount(rows.length)}`);
    }
  } finally {
    clearProgress(io);
  }
}
