import type { Printer } from './printer.ts';

interface Pagination {
  page: number;
  totalPages: number;
  total: number;
  hasNext: boolean;
}

/** In a list for people, a line below it: the current page, and the options for more rows. */
export function notePage({ isForPeople, note, colors }: Printer, { page, totalPages, total, hasNext }: Pagination): void {
  if (!isForPeople || total === 0) return;
  const next = hasNext ? `; --page ${page + 1} shows more, --all shows every row` : '';
  note(colors.dim(`page ${page} of ${totalPages}, ${total} in total${next}`));
}

/** The first rows of a list that the server returned whole. For people a line says how many were left out. */
export function firstRows<R>({ isForPeople, note, colors }: Printer, rows: readonly R[], { limit }: { limit: number }): readonly R[] {
  if (rows.length > limit && isForPeople) note(colors.dim(`${limit} of ${rows.length} shown; --all shows every row`));
  return rows.slice(0, limit);
}
