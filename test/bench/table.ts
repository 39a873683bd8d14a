import type { Alternated } from './machine.ts';
import { title } from './report.ts';

/** The rows of the closing table, in this order; a row that no bench filled is left out. */
const WORKS = [
  'flags',
  'profile',
  'event',
  'review list',
  'review lists, each its own',
  'post list',
  'comment list',
  'roadmap',
  'changelog',
  'vote on one post',
  'review of one item',
  'review of 3,000 items',
  'login',
] as const;
export type TabulatedWork = (typeof WORKS)[number];

interface Row {
  /** Diwan's answers per second. */
  readonly diwan: number;
  /** By the name of the other server. */
  readonly others: ReadonlyMap<string, { readonly rate: number; readonly ratio: number }>;
}

const rows = new Map<TabulatedWork, Row>();

/** Adds measured rates to the table. `names` are those of the runs, and for others the heading of the column too. */
export function tabulate(work: TabulatedWork, rates: Alternated, names: { diwan: string; others: Readonly<Record<string, string>> }): void {
  const added = Object.entries(names.others).map(
    ([column, run]) => [column, { rate: rates.medians[run] ?? Number.NaN, ratio: rates.ratio(names.diwan, run) }] as const,
  );
  const { diwan = rates.medians[names.diwan] ?? Number.NaN, others = [] } = rows.get(work) ?? {};
  rows.set(work, { diwan, others: new Map([...others, ...added]) });
}

/** Prints all measured comparisons of this run. */
export function printTable(): void {
  if (rows.size === 0) return;
  const columns = [...new Set([...rows.values()].flatMap(({ others }) => [...others.keys()]))];
  title("Diwan beside others: answers a second, and in parentheses the ratio of Diwan's rate to the other");
  printRow('', ['Diwan', ...columns]);
  for (const work of WORKS) {
    const row = rows.get(work);
    if (row === undefined) continue;
    const cells = columns.map((column) => {
      const other = row.others.get(column);
      return other === undefined ? '-' : `${other.rate.toFixed(0)} (${other.ratio.toFixed(2)})`;
    });
    printRow(work, [row.diwan.toFixed(0), ...cells]);
  }
}

function printRow(work: string, cells: readonly string[]): void {
  console.log(`  ${work.padEnd(28)}${cells.map((cell) => cell.padStart(18)).join('')}`);
}
