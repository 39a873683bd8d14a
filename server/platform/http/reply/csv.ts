import type { Request } from 'express';
import { toJson } from '../../json.ts';
import type { StreamReply } from './reply.ts';

/** An object is shown as JSON. */
export type CsvCell = string | number | object | null;
export type CsvRow = readonly CsvCell[];

interface CsvTable {
  /** The name under which a browser saves it. */
  readonly fileName: string;
  readonly header: CsvRow;
  readonly chunks: AsyncIterable<readonly CsvRow[]>;
}

/** Whether the client prefers CSV to JSON. */
export function prefersCsv(req: Request): boolean {
  return req.accepts(['json', 'csv']) === 'csv';
}

/** A table that is read chunk by chunk, while it is sent. */
export function csvReply({ fileName, header, chunks }: CsvTable): StreamReply {
  return { stream: { type: 'text/csv; charset=utf-8', fileName, chunks: linesOf(header, chunks) } };
}

async function* linesOf(header: CsvRow, chunks: CsvTable['chunks']): AsyncGenerator<string> {
  let opening = csvLine(header);
  for await (const rows of chunks) {
    yield opening + rows.map(csvLine).join('');
    opening = '';
  }
  yield opening;
}

/** A line as RFC 4180 has it. */
function csvLine(cells: CsvRow): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** A spreadsheet would run a text that opens like a formula. */
function csvCell(value: CsvCell): string {
  if (typeof value === 'object' && value !== null) return csvCell(toJson(value));
  const text = typeof value === 'string' ? value.replace(/^[=+\-@\t\r]/, "'$&") : String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
