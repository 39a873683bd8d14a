import { multiLine, oneLine } from './safe-text.ts';

/** A value of a list or record; null and '' mean no value. */
export type CellValue = string | number | boolean | null | undefined;

/** Formats for programs: nothing is truncated, no colours, ISO times. */
export type DelimitedFormat = 'tsv' | 'csv';

/** A line of values. */
export function delimitedLine(values: readonly CellValue[], format: DelimitedFormat): string {
  return format === 'tsv' ? values.map((value) => oneLine(textOf(value))).join('\t') : values.map(csvCell).join(',');
}

/** The title of a column or field as a name: `api_key`. */
export function nameOf(title: string): string {
  return title.toLowerCase().replaceAll(' ', '_');
}

export function textOf(value: CellValue): string {
  return value === null || value === undefined ? '' : String(value);
}

const FORMULA = /^[=+\-@\t\r]/;
const SIGNED_NUMBER = /^[+-]?\d+(?:\.\d+)?$/;

/** RFC 4180. A text that a spreadsheet would run as a formula gets a ' in front. */
function csvCell(value: CellValue): string {
  const text = multiLine(textOf(value));
  const inert = FORMULA.test(text) && !SIGNED_NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
