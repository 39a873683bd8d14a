import type { OptionValues } from './option-values.ts';

/** The rows that a list shows. */
export interface ListRange {
  /** Counted from 1. */
  readonly page: number;
  /** Rows in all; Infinity for every row. */
  readonly limit: number;
}

/** The range by --limit, --page and --all. */
export function readRange(options: OptionValues): ListRange {
  if (options.has('all')) return { page: 1, limit: Infinity };
  return { page: options.number('page') ?? 1, limit: options.number('limit') ?? Infinity };
}
