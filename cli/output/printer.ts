import pc from 'picocolors';
import { columnsOf, type Io, isTerminal, wantsColor } from '../io.ts';
import { type CellValue, delimitedLine, nameOf, textOf } from './delimited.ts';
import type { JsonFilter } from './jq.ts';
import { escapeJson, isolateDirection, multiLine } from './safe-text.ts';
import { paintStatus } from './status-colors.ts';
import { type Column, renderDelimited, renderTable, type TableStyle } from './table.ts';
import { createRelativeTime } from './time.ts';
import { displayWidth, padEnd } from './width.ts';

/** The formats of --output. */
export const FORMATS = ['json', 'tsv', 'csv', 'table'] as const;
export type Format = (typeof FORMATS)[number];

export interface PrinterOptions {
  /** undefined: a table on a terminal, TSV when piped. */
  readonly format: Format | undefined;
  readonly color: boolean;
  /** Applied to JSON documents, if given. */
  readonly filter: JsonFilter | null;
}

/** One labelled line of a record. */
export type Field = readonly [label: string, value: CellValue, kind?: 'status'];

/** The output of a command: data on stdout, everything else on stderr. */
export interface Printer {
  readonly json: boolean;
  /** Whether stdout is a terminal. */
  readonly isTerminal: boolean;
  /** Whether the format is for people, who read tables, relative times and charts. */
  readonly isForPeople: boolean;
  readonly colors: ReturnType<typeof pc.createColors>;
  /** A list in the format of --output; as JSON, it is the server's data. */
  rows<R>(columns: readonly Column<R>[], rows: readonly R[], json: unknown): void;
  /** Further rows of the list before, without a heading. Not with --json. */
  moreRows<R>(columns: readonly Column<R>[], rows: readonly R[]): void;
  /** A record: labelled lines, or the server's data as JSON. */
  record(fields: readonly Field[], json: unknown): void;
  /** The result of a change: a sentence on stderr; with --json the server's data on stdout. */
  done(sentence: string, json: unknown): void;
  /** Plain lines on stdout, for data that is neither a list nor a record. Not with --json. */
  lines(text: string): void;
  /** A line on stderr beside the data: a warning, a count, or the next step. */
  note(sentence: string): void;
  /** A time: relative for people, ISO for programs. */
  time(iso: string | null): string;
}

export function createPrinter(io: Io, { format: given, color, filter }: PrinterOptions): Printer {
  const onTerminal = isTerminal(io.stdout);
  const format = given ?? (onTerminal ? 'table' : 'tsv');
  const colors = pc.createColors(wantsColor(io.stdout, io.env, color));
  const out = (text: string): void => void io.stdout.write(`${text}\n`);
  const note = (sentence: string): void => void io.stderr.write(`${sentence}\n`);
  const relativeTime = createRelativeTime(() => io.now());
  const printJson = (value: unknown): void => {
    if (filter === null) return out(onTerminal ? escapeJson(JSON.stringify(value ?? null, null, 2)) : JSON.stringify(value ?? null));
    const text = filter(value ?? null);
    if (text !== '') out(onTerminal ? multiLine(text) : text);
  };
  const style = (): Omit<TableStyle, 'hasHeading'> => ({
    // a piped table is not cut
    width: onTerminal ? columnsOf(io.stdout) : Infinity,
    heading: colors.bold,
    paintStatus: (word) => paintStatus(colors, word),
  });
  return {
    json: format === 'json',
    isTerminal: onTerminal,
    isForPeople: format === 'table',
    colors,
    rows(columns, rows, value) {
      if (format === 'json') return printJson(value);
      if (format !== 'table') return out(renderDelimited(columns, rows, { format, hasHeading: true }));
      if (rows.length === 0) return note('Nothing found.');
      out(renderTable(columns, rows, { ...style(), hasHeading: true }));
    },
    moreRows(columns, rows) {
      if (format === 'tsv' || format === 'csv') return out(renderDelimited(columns, rows, { format, hasHeading: false }));
      out(renderTable(columns, rows, { ...style(), hasHeading: false }));
    },
    record(fields, value) {
      if (format === 'json') return printJson(value);
      const width = Math.max(...fields.map(([label]) => displayWidth(label)));
      for (const field of fields)
        out(format === 'table' ? renderField(field, width, colors) : delimitedLine([nameOf(field[0]), field[1]], format));
    },
    done(sentence, value) {
      if (format === 'json') printJson(value);
      else note(sentence);
    },
    lines: out,
    note,
    time: (iso) => (format === 'table' ? relativeTime(iso) : (iso ?? '')),
  };
}

function renderField([label, value, kind]: Field, width: number, colors: Printer['colors']): string {
  const [first = '', ...rest] = multiLine(textOf(value)).split('\n').map(isolateDirection);
  const indent = ' '.repeat(width + 2);
  const start = `${colors.bold(padEnd(label, width))}  ${kind === 'status' ? paintStatus(colors, first) : first}`;
  return [start, ...rest.map((line) => indent + line)].join('\n').trimEnd();
}
