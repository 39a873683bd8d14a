import type { Printer } from '../output/printer.ts';

interface Pagination {
  page: number;
  totalPages: number;
  total: number;
  hasNext: boolean;
}

/** Below a list on a terminal: where it stands, and how to go on. */
export function notePages({ isTerminal, json, note, colors }: Printer, { page, totalPages, total, hasNext }: Pagination): void {
  if (json || !isTerminal || total === 0) return;
  const more = hasNext ? `; --page ${page + 1} shows more` : '';
  note(colors.dim(`page ${page} of ${totalPages}, ${total} in all${more}`));
}
