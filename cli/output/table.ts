import { isolateDirection, oneLine } from './safe-text.ts';
import { displayWidth, padEnd, padStart, truncate } from './width.ts';

/** A column of a list. */
export interface Column<R> {
  readonly title: string;
  /** null and '' mean no value. */
  value(row: R): string | number | boolean | null | undefined;
  /** Another text for a terminal, such as a relative time. */
  display?(row: R): string;
  readonly align?: 'right';
  /** Set when the column may shrink on a narrow terminal; the highest number shrinks first. */
  readonly shrinkOrder?: number;
  /** Set when the column may be left out if shrinking is not enough; the highest number goes first. */
  readonly dropOrder?: number;
}

const GAP = '  ';
const MIN_COLUMN_CELLS = 8;

export interface TableStyle {
  /** Cells. */
  readonly width: number;
  heading(text: string): string;
}

/** A table for people that fits the terminal by shrinking and dropping columns. If that is not enough, each row becomes a card. */
export function renderTable<R>(all: readonly Column<R>[], rows: readonly R[], { width, heading }: TableStyle): string {
  const columns = dropColumns(all, rows, width);
  const cells = rows.map((row) => columns.map((column) => displayText(column, row)));
  const widths = fitWidths(columns, naturalWidths(columns, rows), width);
  if (lineWidth(widths) > width) return rows.map((row) => renderCard(all, row, heading)).join('\n\n');
  const titles = columns.map(({ title }) => title);
  return [titles, ...cells].map((line, number) => renderLine(columns, widths, { line, number, heading })).join('\n');
}

/** One line per value. */
function renderCard<R>(columns: readonly Column<R>[], row: R, heading: TableStyle['heading']): string {
  return columns.map((column) => `${heading(`${column.title}:`)} ${isolateDirection(displayText(column, row))}`.trimEnd()).join('\n');
}

/** Tab-separated values for programs: nothing is truncated, no colours, ISO times. */
export function renderTsv<R>(columns: readonly Column<R>[], rows: readonly R[]): string {
  const lines = rows.map((row) => columns.map((column) => oneLine(textOf(column.value(row)))));
  return [columns.map(({ title }) => title.toLowerCase().replaceAll(' ', '_')), ...lines].map((line) => line.join('\t')).join('\n');
}

function displayText<R>(column: Column<R>, row: R): string {
  return oneLine(column.display === undefined ? textOf(column.value(row)) : column.display(row));
}

function textOf(value: ReturnType<Column<never>['value']>): string {
  return value === null || value === undefined ? '' : String(value);
}

function naturalWidths<R>(columns: readonly Column<R>[], rows: readonly R[]): number[] {
  return columns.map((column) => Math.max(displayWidth(column.title), ...rows.map((row) => displayWidth(displayText(column, row)))));
}

function dropColumns<R>(columns: readonly Column<R>[], rows: readonly R[], width: number): readonly Column<R>[] {
  const [first] = columns
    .filter(({ dropOrder }) => dropOrder !== undefined)
    .toSorted((left, right) => (right.dropOrder ?? 0) - (left.dropOrder ?? 0));
  if (first === undefined || lineWidth(fitWidths(columns, naturalWidths(columns, rows), width)) <= width) return columns;
  return dropColumns(
    columns.filter((column) => column !== first),
    rows,
    width,
  );
}

function lineWidth(widths: readonly number[]): number {
  return widths.reduce((sum, cells) => sum + cells, 0) + GAP.length * (widths.length - 1);
}

/** Shrinks columns in their order until the line fits. */
function fitWidths<R>(columns: readonly Column<R>[], natural: readonly number[], width: number): number[] {
  const widths = [...natural];
  let excess = lineWidth(widths) - width;
  const shrinkable = columns.map(({ shrinkOrder = 0 }, index) => ({ index, shrinkOrder })).filter(({ shrinkOrder }) => shrinkOrder > 0);
  for (const { index } of shrinkable.toSorted((left, right) => right.shrinkOrder - left.shrinkOrder)) {
    const removed = Math.min(Math.max(0, excess), Math.max(0, (widths[index] ?? 0) - MIN_COLUMN_CELLS));
    widths[index] = (widths[index] ?? 0) - removed;
    excess -= removed;
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
    const short = truncate(text, width);
    const padded = columns[index]?.align === 'right' ? padStart(short, width) : padEnd(short, width);
    return padded.replace(short, () => isolateDirection(short));
  });
  const joined = cells.join(GAP).trimEnd();
  return number === 0 ? heading(joined) : joined;
}
