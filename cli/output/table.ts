import { isolated, oneLine } from './safe-text.ts';
import { cut, padEnd, padStart, widthOf } from './width.ts';

/** A column of a list. */
export interface Column<R> {
  readonly title: string;
  /** The value as text; null and '' for none. */
  value(row: R): string | number | boolean | null | undefined;
  /** Another text for a terminal, such as a relative time. */
  shown?(row: R): string;
  readonly align?: 'right';
  /** Gives way first when the terminal is narrow; the one with the highest number before the others. */
  readonly shrinks?: number;
  /** Left out when the terminal is too narrow even so; the one with the highest number before the others. */
  readonly spare?: number;
}

const GAP = '  ';
const NARROWEST = 8;

export interface TableStyle {
  /** Cells. */
  readonly width: number;
  heading(text: string): string;
}

/**
 * A table for people: aligned, and no wider than the terminal as far as its columns shrink and may be spared. Where that is not enough, one
 * value below the other.
 */
export function renderTable<R>(all: readonly Column<R>[], rows: readonly R[], { width, heading }: TableStyle): string {
  const columns = withoutSpare(all, rows, width);
  const cells = rows.map((row) => columns.map((column) => shownOf(column, row)));
  const widths = fitted(columns, naturalWidths(columns, rows), width);
  if (lineWidth(widths) > width) return rows.map((row) => renderCard(all, row, heading)).join('\n\n');
  const titles = columns.map(({ title }) => title);
  return [titles, ...cells].map((line, number) => renderLine(columns, widths, { line, number, heading })).join('\n');
}

function renderCard<R>(columns: readonly Column<R>[], row: R, heading: TableStyle['heading']): string {
  return columns.map((column) => `${heading(`${column.title}:`)} ${isolated(shownOf(column, row))}`.trimEnd()).join('\n');
}

/** Tab-separated values for programs: no heading cut, no colour, ISO times. */
export function renderTsv<R>(columns: readonly Column<R>[], rows: readonly R[]): string {
  const lines = rows.map((row) => columns.map((column) => oneLine(textOf(column.value(row)))));
  return [columns.map(({ title }) => title.toLowerCase().replaceAll(' ', '_')), ...lines].map((line) => line.join('\t')).join('\n');
}

function shownOf<R>(column: Column<R>, row: R): string {
  return oneLine(column.shown === undefined ? textOf(column.value(row)) : column.shown(row));
}

function textOf(value: ReturnType<Column<never>['value']>): string {
  return value === null || value === undefined ? '' : String(value);
}

function naturalWidths<R>(columns: readonly Column<R>[], rows: readonly R[]): number[] {
  return columns.map((column) => Math.max(widthOf(column.title), ...rows.map((row) => widthOf(shownOf(column, row)))));
}

function withoutSpare<R>(columns: readonly Column<R>[], rows: readonly R[], width: number): readonly Column<R>[] {
  const [first] = columns.filter(({ spare }) => spare !== undefined).toSorted((left, right) => (right.spare ?? 0) - (left.spare ?? 0));
  if (first === undefined || lineWidth(fitted(columns, naturalWidths(columns, rows), width)) <= width) return columns;
  return withoutSpare(
    columns.filter((column) => column !== first),
    rows,
    width,
  );
}

function lineWidth(widths: readonly number[]): number {
  return widths.reduce((sum, cells) => sum + cells, 0) + GAP.length * (widths.length - 1);
}

/** Takes cells from the columns that shrink, in their order, until the line fits. */
function fitted<R>(columns: readonly Column<R>[], natural: readonly number[], width: number): number[] {
  const widths = [...natural];
  let excess = lineWidth(widths) - width;
  const yielding = columns.map((column, index) => ({ index, shrinks: column.shrinks ?? 0 })).filter(({ shrinks }) => shrinks > 0);
  for (const { index } of yielding.toSorted((left, right) => right.shrinks - left.shrinks)) {
    const taken = Math.min(Math.max(0, excess), Math.max(0, (widths[index] ?? 0) - NARROWEST));
    widths[index] = (widths[index] ?? 0) - taken;
    excess -= taken;
  }
  return widths;
}

function renderLine<R>(
  columns: readonly Column<R>[],
  widths: readonly number[],
  { line, number, heading }: { line: readonly string[]; number: number; heading: TableStyle['heading'] },
): string {
  const cells = line.map((text, index) => {
    const width = widths[index] ?? 0;
    const short = cut(text, width);
    const padded = columns[index]?.align === 'right' ? padStart(short, width) : padEnd(short, width);
    return padded.replace(short, () => isolated(short));
  });
  const joined = cells.join(GAP).trimEnd();
  return number === 0 ? heading(joined) : joined;
}
