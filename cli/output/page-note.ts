import type { Printer } from './printer.ts';

interface Pagination {
  page: number;
  totalPages: number;
  total: number;
  hasNext: boolean;
}

/** On a terminal, a line below a list: the current page, and the option for the next one. */
export function notePage({ isTerminal, json, note, colors }: Printer, { page, totalPages, total, hasNext }: Pagination): void {
  if (json || !isTerminal || total === 0) return;
  const next = hasNext ? `; --page ${page + 1} shows more` : '';
  note(colors.dim(`page ${page} of ${totalPages}, ${total} in total${next}`));
}
