import type pc from 'picocolors';
import { isolateDirection, oneLine } from './safe-text.ts';
import { displayWidth, padEnd, padStart, truncate } from './width.ts';

export interface Share {
  /** Text of the server; escaped here. */
  readonly label: string;
  readonly count: number;
}

interface ChartStyle {
  readonly total: number;
  /** Cells. */
  readonly width: number;
  paint(text: string): string;
}

interface ChartLine {
  readonly label: string;
  readonly count: number;
  readonly numbers: readonly string[];
}

const LEVELS = '▁▂▃▄▅▆▇█';
const MAX_LABEL_CELLS = 28;
const MIN_BAR_CELLS = 4;
const GAP = '  ';
const PERCENT_CELLS = 24;

/** `12,345` */
export function formatCount(count: number): string {
  return count.toLocaleString('en');
}

/** `45.6%`; 0 when the total is 0. */
export function formatPercent(count: number, total: number): string {
  return `${(total === 0 ? 0 : (100 * count) / total).toFixed(1)}%`;
}

/** One line per share: label, bar, count, percent of the total. The largest count has the longest bar. A narrow terminal shows no bars. */
export function renderBars(shares: readonly Share[], { total, width, paint }: ChartStyle): string[] {
  const lines = shares.map(({ label, count }) => ({
    label: truncate(oneLine(label), Math.min(MAX_LABEL_CELLS, Math.floor(width / 3))),
    count,
    numbers: [formatCount(count), formatPercent(count, total)],
  }));
  const labelWidth = widest(lines.map(({ label }) => label));
  const numberWidths = [0, 1].map((column) => widest(lines.map(({ numbers }) => numbers[column] ?? '')));
  const barWidth = width - labelWidth - numberWidths.reduce((sum, cells) => sum + GAP.length + cells, GAP.length);
  const largest = Math.max(1, ...shares.map(({ count }) => count));
  return lines.map(({ label, count, numbers }: ChartLine) => {
    const filled = count === 0 ? 0 : Math.max(1, Math.round((barWidth * count) / largest));
    const bar = barWidth < MIN_BAR_CELLS ? [] : [paint('█'.repeat(filled)) + ' '.repeat(barWidth - filled)];
    const padded = padEnd(label, labelWidth).replace(label, () => isolateDirection(label));
    return [padded, ...bar, ...numbers.map((text, column) => padStart(text, numberWidths[column] ?? 0))].join(GAP);
  });
}

/** A bar of 24 cells for a percent from 0 to 100: `██████░░░░`. */
export function percentBar(colors: ReturnType<typeof pc.createColors>, percent: number): string {
  const filled = Math.round((PERCENT_CELLS * percent) / 100);
  return colors.green('█'.repeat(filled)) + colors.dim('░'.repeat(PERCENT_CELLS - filled));
}

function widest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map(displayWidth));
}

/** One sign per count; neighbours are summed when there are more than `width`. Only a count of 0 is drawn as ▁. */
export function renderSparkline(counts: readonly number[], width: number): string {
  const groupSize = Math.max(1, Math.ceil(counts.length / width));
  const sums = Array.from({ length: Math.ceil(counts.length / groupSize) }, (_, group) =>
    counts.slice(group * groupSize, (group + 1) * groupSize).reduce((sum, count) => sum + count, 0),
  );
  const largest = Math.max(1, ...sums);
  return sums.map((sum) => LEVELS[Math.ceil(((LEVELS.length - 1) * sum) / largest)]).join('');
}
