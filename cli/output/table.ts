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
  /** The least width, for rows that are printed one after the other. */
  readonly minCells?: number;
  /** In a table, lines below the row instead of a cell. They may have colours, so other unsafe text must be escaped. */
  below?(row: R): readonly string[];
}

const GAP = '  ';
const MIN_TEXT_CELLS = 12;

export interface TableStyle {
  /** Cells. */
  readonly width: number;
  /** False for further rows of a list that has its titles. */
  readonly hasHeading?: boolean;
  heading(text: string): string;
  paintStatus(word: string): string;
}

/** A table for people that fits the terminal by shrinking and dropping columns. If that is not enough, each row becomes a card. */
export function renderTable<R>(all: readonly Column<R>[], rows: readonly R[], style: TableStyle): string {
  const { width, heading, hasHeading = true } = style;
  const columns = dropColumns(
    all.filter(({ below }) => below === undefined),
    rows,
    width,
  );
  const cells = rows.map((row) => columns.map((column) => displayText(column, row)));
  const widths = fitWidths(columns, naturalWidths(columns, rows), width);
  if (lineWidth(widths) > width) return rows.map((row) => [renderCard(all, row, heading), ...linesBelow(all, row)].join('\n')).join('\n\n');
  const titles = columns.map(({ title }) => title);
  const lines = rows.flatMap((row, index) => [
    renderLine(columns, widths, { line: cells[index] ?? [], isHeading: false, style }),
    ...linesBelow(all, row),
  ]);
  return [...(hasHeading ? [renderLine(columns, widths, { line: titles, isHeading: true, style })] : []), ...lines].join('\n');
}

const INDENT = '    ';

function linesBelow<R>(columns: readonly Column<R>[], row: R): string[] {
  return columns.flatMap(({ below }) => below?.(row) ?? []).map((line) => INDENT + line);
}

/** One line per value. */
function renderCard<R>(columns: readonly Column<R>[], row: R, heading: TableStyle['heading']): string {
  const inCells = columns.filter(({ below }) => below === undefined);
  return inCells.map((column) => `${heading(`${column.title}:`)} ${isolateDirection(displayText(column, row))}`.trimEnd()).join('\n');
}

/** A list for programs: a line of names unless the list has it, then a line for each row. */
export function renderDelimited<R>(
  columns: readonly Column<R>[],
  rows: readonly R[],
  { format, hasHeading }: { readonly format: DelimitedFormat; readonly hasHeading: boolean },
): string {
  const names = columns.map(({ title }) => nameOf(title));
  const lines = [...(hasHeading ? [names] : []), ...rows.map((row) => columns.map((column) => column.value(row)))];
  return lines.map((line) => delimitedLine(line, format)).join('\n');
}

function displayText<R>(column: Column<R>, row: R): string {
  return oneLine(column.display === undefined ? textOf(column.value(row)) : column.display(row));
}

function naturalWidths<R>(columns: readonly Column<R>[], rows: readonly R[]): number[] {
  return columns.map((column) =>
    Math.max(displayWidth(column.title), column.minCells ?? 0, ...rows.map((row) => displayWidth(displayText(column, row)))),
  );
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
  { line, isHeading, style }: { line: readonly string[]; isHeading: boolean; style: TableStyle },
): string {
  const cells = line.map((text, index) => {
    const width = widths[index] ?? 0;
    const short = truncate(text, width);
    const padded = columns[index]?.align === 'right' ? padStart(short, width) : padEnd(short, width);
    return padded.replace(short, () =>
      !isHeading && columns[index]?.isStatus ? style.paintStatus(isolateDirection(short)) : isolateDirection(short),
    );
  });
  const joined = cells.join(GAP).trimEnd();
  return isHeading ? style.heading(joined) : joined;
}
