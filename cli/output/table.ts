import { type CellValue, type DelimitedFormat, delimitedLine, nameOf, textOf } from './delimited.ts';
import { isolateDirection, oneLine } from './safe-text.ts';
import { displayWidth, padEnd, padStart, truncate } from './width.ts';

/** A column of a list. */
export interface Column<R> {
  readonly title: string;
  value(row: R): CellValue;
  /** Another text for a terminal, such as a relative time. */
  display?(row: R): string;
  readonly align?: 'right';
  /** Free text, which may shrink on a narrow terminal: the widest column shrinks first. */
  readonly isText?: true;
  /** Words with a colour, such as `active` and `pending`. */
  readonly isStatus?: true;
  /** Set when the column may be left out if shrinking is not enough; the highest number goes first. */
  readonly dropOrder?: number;
}

const GAP = '  ';
const MIN_TEXT_CELLS = 12;

export interface TableStyle {
  /** Cells. */
  readonly width: number;
  heading(text: string): string;
  paintStatus(word: string): string;
}

/** A table for people that fits the terminal by shrinking and dropping columns. If that is not enough, each row becomes a card. */
export function renderTable<R>(all: readonly Column<R>[], rows: readonly R[], style: TableStyle): string {
  const { width, heading } = style;
  const columns = dropColumns(all, rows, width);
  const cells = rows.map((row) => columns.map((column) => displayText(column, row)));
  const widths = fitWidths(columns, naturalWidths(columns, rows), width);
  if (lineWidth(widths) > width) return rows.map((row) => renderCard(all, row, heading)).join('\n\n');
  const titles = columns.map(({ title }) => title);
  return [titles, ...cells].map((line, number) => renderLine(columns, widths, { line, number, style })).join('\n');
}

/** One line per value. */
function renderCard<R>(columns: readonly Column<R>[], row: R, heading: TableStyle['heading']): string {
  return columns.map((column) => `${heading(`${column.title}:`)} ${isolateDirection(displayText(column, row))}`.trimEnd()).join('\n');
}

/** A list for programs: a line of names, then a line for each row. */
export function renderDelimited<R>(columns: readonly Column<R>[], rows: readonly R[], format: DelimitedFormat): string {
  const lines = [columns.map(({ title }) => nameOf(title)), ...rows.map((row) => columns.map((column) => column.value(row)))];
  return lines.map((line) => delimitedLine(line, format)).join('\n');
}

function displayText<R>(column: Column<R>, row: R): string {
  return oneLine(column.display === undefined ? textOf(column.value(row)) : column.display(row));
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

/** Takes cells from the widest text column, one at a time, until the line fits. */
function fitWidths<R>(columns: readonly Column<R>[], natural: readonly number[], width: number): number[] {
  const widths = natural.map((cells, index) => (columns[index]?.isText ? Math.min(cells, Math.max(MIN_TEXT_CELLS, width)) : cells));
  for (let excess = lineWidth(widths) - width; excess > 0; excess -= 1) {
    const texts = widths.map((cells, index) => (columns[index]?.isText ? cells : 0));
    const widest = Math.max(...texts);
    if (widest <= MIN_TEXT_CELLS) break;
    widths[texts.indexOf(widest)] = widest - 1;
  }
  return widths;
}

function renderLine<R>(
  columns: readonly Column<R>[],
  widths: readonly number[],
  { line, number, style }: { line: readonly string[]; number: number; style: TableStyle },
): string {
  const cells = line.map((text, index) => {
    const width = widths[index] ?? 0;
    const short = truncate(text, width);
    const padded = columns[index]?.align === 'right' ? padStart(short, width) : padEnd(short, width);
    return padded.replace(short, () =>
      number > 0 && columns[index]?.isStatus ? style.paintStatus(isolateDirection(short)) : isolateDirection(short),
    );
  });
  const joined = cells.join(GAP).trimEnd();
  return number === 0 ? style.heading(joined) : joined;
}
