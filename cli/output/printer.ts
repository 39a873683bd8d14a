import pc from 'picocolors';
import { columnsOf, type Io, isTerminal, wantsColor } from '../io.ts';
import { isolateDirection, multiLine, oneLine } from './safe-text.ts';
import { type Column, renderTable, renderTsv } from './table.ts';
import { relativeTime } from './time.ts';
import { displayWidth, padEnd } from './width.ts';

export interface PrinterOptions {
  readonly json: boolean;
  readonly color: boolean;
}

/** One labelled line of a record. */
export type Field = readonly [label: string, value: string | number | boolean | null | undefined];

/** The output of a command: data on stdout, everything else on stderr. */
export interface Printer {
  readonly json: boolean;
  /** Whether stdout is a terminal. */
  readonly isTerminal: boolean;
  readonly colors: ReturnType<typeof pc.createColors>;
  /** A list: a table on a terminal, TSV when piped, the server's data with --json. */
  rows<R>(columns: readonly Column<R>[], rows: readonly R[], json: unknown): void;
  /** A record: labelled lines, or the server's data with --json. */
  record(fields: readonly Field[], json: unknown): void;
  /** The result of a change: a sentence on stderr; with --json the server's data on stdout. */
  done(sentence: string, json: unknown): void;
  /** Plain lines on stdout, for data that is neither a list nor a record. Not with --json. */
  lines(text: string): void;
  /** A line on stderr beside the data: a warning, a count, or the next step. */
  note(sentence: string): void;
  /** A time: relative on a terminal, ISO elsewhere. */
  time(iso: string | null): string;
}

export function createPrinter(io: Io, { json, color }: PrinterOptions): Printer {
  const onTerminal = isTerminal(io.stdout);
  const colors = pc.createColors(wantsColor(io.stdout, io.env, color));
  const out = (text: string): void => void io.stdout.write(`${text}\n`);
  const note = (sentence: string): void => void io.stderr.write(`${sentence}\n`);
  const printJson = (value: unknown): void => out(JSON.stringify(value ?? null, null, onTerminal ? 2 : undefined));
  return {
    json,
    isTerminal: onTerminal,
    colors,
    rows(columns, rows, value) {
      if (json) return printJson(value);
      if (!onTerminal) return out(renderTsv(columns, rows));
      if (rows.length === 0) return note('Nothing found.');
      out(renderTable(columns, rows, { width: columnsOf(io.stdout), heading: colors.bold }));
    },
    record(fields, value) {
      if (json) return printJson(value);
      const width = Math.max(...fields.map(([label]) => displayWidth(label)));
      for (const [label, text] of fields) out(renderField(label, text, onTerminal ? { width, bold: colors.bold } : null));
    },
    done(sentence, value) {
      if (json) printJson(value);
      else note(sentence);
    },
    lines: out,
    note,
    time: (iso) => (onTerminal ? relativeTime(iso, io.now()) : (iso ?? '')),
  };
}

function renderField(label: string, value: Field[1], terminal: { width: number; bold(text: string): string } | null): string {
  const text = value === null || value === undefined ? '' : String(value);
  if (terminal === null) return `${label.toLowerCase().replaceAll(' ', '_')}\t${oneLine(text)}`;
  const [first = '', ...rest] = multiLine(text).split('\n').map(isolateDirection);
  const indent = ' '.repeat(terminal.width + 2);
  return [`${terminal.bold(padEnd(label, terminal.width))}  ${first}`, ...rest.map((line) => indent + line)].join('\n').trimEnd();
}
