/**
 * Times written as ISO 8601. `Date.parse` reads a time without an offset by the time zone of the process, and 30 February as 2 March; these
 * readers do neither.
 */

const ISO = /^(\d{4})-(\d{2})-(\d{2})(T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)?(Z|[+-]\d{2}:\d{2})?$/;
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Milliseconds since 1970 of a day, or of a time, which counts as UTC without an offset. null for anything else. */
export function readTime(text: string): number | null {
  const [, year, month, day, time, offset] = ISO.exec(text) ?? [];
  if (!isInCalendar(Number(year), Number(month), Number(day)) || (time === undefined && offset !== undefined)) return null;
  const ms = Date.parse(time === undefined || offset !== undefined ? text : `${text}Z`);
  return Number.isNaN(ms) ? null : ms;
}

/** The same, but null for a time without an offset: its author may have meant any time zone. */
export function readExactTime(text: string): number | null {
  const [, , , , time, offset] = ISO.exec(text) ?? [];
  return time !== undefined && offset === undefined ? null : readTime(text);
}

/** A time with an offset from 1970 to 9999; null for anything else. */
export function readInstant(text: string): Date | null {
  const ms = text.includes('T') ? readExactTime(text) : null;
  const date = new Date(ms ?? Number.NaN);
  const year = date.getUTCFullYear();
  return year >= 1970 && year <= 9999 ? date : null;
}

/** Whether a text is a day that the calendar has, such as 2026-01-31, from 1970 to 9999. */
export function isDay(text: string): boolean {
  return text.length === 10 && (readTime(text) ?? -1) >= 0;
}

function isInCalendar(year: number, month: number, day: number): boolean {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const last = month === 2 && isLeap ? 29 : (DAYS[month - 1] ?? 0);
  return day >= 1 && day <= last;
}
