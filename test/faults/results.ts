import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Fault, FaultResult } from './fault.ts';

/** A row of the table: what a fault did, or why it did not run. */
export type Row = Readonly<
  { fault: string; rounds: number; failures: readonly string[] } & ({ result: FaultResult } | { skipped: string })
>;

const COLUMNS = [
  'Fault',
  'Rounds',
  'Acknowledged',
  'Lost',
  'Doubled',
  'Wrong counters',
  'Longest gap (s)',
  'Slowest answer (ms)',
  'Refusals',
  'Remarks',
];
const BEGIN = '<!-- results of npm run faults -->';
const END = '<!-- end of results -->';

/** The bars that a result misses, in words. */
export function failuresOf({ bars = {} }: Pick<Fault, 'bars'>, result: FaultResult): string[] {
  const refused = Object.values(result.refusals).reduce((sum, count) => sum + count, 0);
  const limits: [string, number, number | undefined][] = [
    ['lost', result.lost, 0],
    ['doubled', result.doubled, 0],
    ['wrong counters', result.wrongCounters, 0],
    ['longest gap in ms', Math.round(result.longestGapMs), bars.longestGapMs],
    ['slowest answer in ms', Math.round(result.slowestAnswerMs), bars.slowestAnswerMs],
    ['refusals', refused, bars.refusals],
  ];
  const missed = limits.filter(([, value, limit]) => limit !== undefined && value > limit);
  const idle = result.acknowledged === 0 ? ['no write was acknowledged'] : [];
  return [...missed.map(([name, value, limit]) => `${name}: ${value}, at most ${limit}`), ...idle, ...(result.violations ?? [])];
}

/** The table in Markdown, one row for each fault. */
export function tableOf(rows: readonly Row[]): string {
  const lines = [COLUMNS, COLUMNS.map(() => '---'), ...rows.map(cellsOf)];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function cellsOf(row: Row): string[] {
  if ('skipped' in row) return [row.fault, '0', ...Array.from({ length: 7 }, () => '-'), `did not run: ${row.skipped}`];
  const { result } = row;
  const numbers = [row.rounds, result.acknowledged, result.lost, result.doubled, result.wrongCounters].map(String);
  const refusals = Object.entries(result.refusals)
    .toSorted(([, left], [, right]) => right - left)
    .map(([kind, count]) => `${count} × ${kind}`);
  return [
    row.fault,
    ...numbers,
    (result.longestGapMs / 1000).toFixed(1),
    result.slowestAnswerMs.toFixed(0),
    refusals.join(', ') || 'none',
    [result.remarks ?? '', ...row.failures.map((failure) => `**missed**: ${failure}`)].filter(Boolean).join('; '),
  ];
}

/** Puts the rows into a JSON file, whose rows of other faults stay, and returns all of them. */
export function mergeInto(file: string, rows: readonly Row[]): Row[] {
  const old = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Row[]) : [];
  const kept = old.map((row) => rows.find(({ fault }) => fault === row.fault) ?? row);
  const merged = [...kept, ...rows.filter(({ fault }) => !old.some((row) => row.fault === fault))];
  writeFileSync(file, `${JSON.stringify(merged, null, 2)}\n`);
  return merged;
}

/** Writes the table into a Markdown file, between its two comments if it has them. */
export function writeTable(file: string, rows: readonly Row[]): void {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : `${BEGIN}\n${END}\n`;
  const [head, rest] = text.split(BEGIN);
  const tail = rest?.split(END)[1];
  if (head === undefined || tail === undefined) throw new Error(`${file} must have the lines ${BEGIN} and ${END}.`);
  writeFileSync(file, `${head}${BEGIN}\n\n${tableOf(rows)}\n\n${END}${tail}`);
}
