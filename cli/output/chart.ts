import { isolated, oneLine } from './safe-text.ts';
import { cut, padEnd, padStart, widthOf } from './width.ts';

export interface Share {
  /** What the server wrote, shown safely here. */
  readonly label: string;
  readonly count: number;
}

const LEVELS = '▁▂▃▄▅▆▇█';
const WIDEST_LABEL = 28;
const NARROWEST_BAR = 4;
const GAP = '  ';
const number = new Intl.NumberFormat('en');

/** `12,345` */
export function counted(count: number): string {
  return number.format(count);
}

/** `45.6%`; 0 of nothing. */
export function percentOf(count: number, total: number): string {
  return `${(total === 0 ? 0 : (100 * count) / total).toFixed(1)}%`;
}

/** A line for each: label, bar, count, percent of the total. The longest bar is the greatest count; where there is no room there are no bars. */
export function bars(
  shares: readonly Share[],
  { total, width, paint }: { total: number; width: number; paint(text: string): string },
): string[] {
  const lines = shares.map(({ label, count }) => ({
    label: cut(oneLine(label), Math.min(WIDEST_LABEL, Math.floor(width / 3))),
    count,
    told: [counted(count), percentOf(count, total)],
  }));
  const widest = (cells: readonly string[]): number => Math.max(0, ...cells.map(widthOf));
  const labels = widest(lines.map(({ label }) => label));
  const numbers = [0, 1].map((column) => widest(lines.map(({ told }) => told[column] ?? '')));
  const room = width - labels - numbers.reduce((sum, cells) => sum + GAP.length + cells, GAP.length);
  const most = Math.max(1, ...shares.map(({ count }) => count));
  return lines.map(({ label, count, told }) => {
    const filled = count === 0 ? 0 : Math.max(1, Math.round((room * count) / most));
    const bar = room < NARROWEST_BAR ? [] : [paint('█'.repeat(filled)) + ' '.repeat(room - filled)];
    const named = padEnd(label, labels).replace(label, () => isolated(label));
    return [named, ...bar, ...told.map((text, column) => padStart(text, numbers[column] ?? 0))].join(GAP);
  });
}

/** A sign for each count, the greatest as █; neighbours are added up where there are more than `width`. Only none at all is as low as ▁. */
export function sparkline(counts: readonly number[], width: number): string {
  const each = Math.max(1, Math.ceil(counts.length / width));
  const sums = Array.from({ length: Math.ceil(counts.length / each) }, (_, place) =>
    counts.slice(place * each, (place + 1) * each).reduce((sum, count) => sum + count, 0),
  );
  const most = Math.max(1, ...sums);
  return sums.map((sum) => LEVELS[Math.ceil(((LEVELS.length - 1) * sum) / most)]).join('');
}
