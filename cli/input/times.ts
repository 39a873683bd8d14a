import { CliError, usageError } from '../errors/errors.ts';

const MINUTE_MS = 60_000;
const SPAN = /^(?=\d)(?:(\d{1,3})d)?(?:(\d{1,4})h)?(?:(\d{1,5})m)?$/;
const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/;

/** A future instant for the API, given as ISO 8601 or as a span from `now`. @throws CliError exit 2 for another text or a past time */
export function readEndTime(flag: string, text: string, now: number): string {
  const { iso, ms } = parse(flag, text, (span) => now + span);
  if (ms <= now) throw usageError(`${flag} ${text} is in the past.`, 'give a future time, or leave the option out');
  return iso;
}

/** An instant for the API, given as ISO 8601 or as a span from `now`. @throws CliError exit 2 for another text */
export function readTime(flag: string, text: string, now: number): string {
  return parse(flag, text, (span) => now + span).iso;
}

/**
 * An instant for the API, given as ISO 8601 or as a span before `now`; undefined without a text.
 * @throws CliError exit 2 for another text
 */
export function readPastTime(flag: string, text: string | undefined, now: number): string | undefined {
  return text === undefined ? undefined : parse(flag, text, (span) => now - span).iso;
}

/** The milliseconds of a span such as 12h or 1d. @throws CliError exit 2 for another text and for no time at all */
export function readSpan(flag: string, text: string): number {
  const span = SPAN.exec(text);
  const ms = span === null ? 0 : milliseconds(span);
  if (ms === 0) throw usageError(`${flag} "${text}" is not a valid span.`, 'use 30m, 2h, 1h30m or 2d');
  return ms;
}

/** Whether a text typed at a question is a future time. */
export function checkEndTime(text: string, now: number): true | string {
  try {
    readEndTime('The time', text, now);
    return true;
  } catch (error) {
    return error instanceof CliError ? `${error.info.message} ${error.info.hint ?? ''}` : String(error);
  }
}

interface Instant {
  readonly iso: string;
  readonly ms: number;
}

function parse(flag: string, text: string, atSpan: (spanMs: number) => number): Instant {
  const span = SPAN.exec(text);
  const ms = span === null ? Date.parse(ISO.test(text) && isInCalendar(text) ? text : '') : atSpan(milliseconds(span));
  if (Number.isNaN(ms))
    throw usageError(`${flag} "${text}" is not a valid time.`, 'use 30m, 2h, 1h30m, 2d or 2026-01-31T20:00:00Z (with an offset)');
  return { iso: span === null ? text : new Date(ms).toISOString(), ms };
}

/** `Date.parse` reads 30 February as 2 March. */
function isInCalendar(text: string): boolean {
  const day = text.slice(0, 10);
  const midnight = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day);
}

function milliseconds([, days = '0', hours = '0', minutes = '0']: RegExpExecArray): number {
  return ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * MINUTE_MS;
}
