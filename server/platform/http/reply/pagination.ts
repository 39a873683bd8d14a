import type { PageQuery, Pagination } from '../input/page.ts';

/** The position of a page among `total` records. */
export function paginationOf({ page, limit }: PageQuery, total: number): Pagination {
  const totalPages = Math.ceil(total / limit);
  return { page, limit, total, totalPages, hasNext: page < totalPages, hasPrevious: page > 1 && totalPages > 0 };
}
