import { CliError, usageError } from '../errors.ts';

const MINUTE_MS = 60_000;
const SPAN = /^(?=\d)(?:(\d{1,3})d)?(?:(\d{1,4})h)?(?:(\d{1,5})m)?$/;
const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/;

/** A future instant for the API, given as ISO 8601 or as a span from `now`. @throws CliError exit 2 for another text or a past time */
export function readEndTime(flag: string, text: string, now: number): string {
  const span = SPAN.exec(text);
  const end = span === null ? Date.parse(ISO.test(text) ? text : '') : now + milliseconds(span);
  if (Number.isNaN(end))
    throw usageError(`${flag} "${text}" is not a valid time.`, 'use 30m, 2h, 1h30m, 2d or 2026-01-31T20:00:00Z (with an offset)');
  if (end <= now) throw usageError(`${flag} ${text} is in the past.`, 'give a future time, or leave the option out');
  return span === null ? text : new Date(end).toISOString();
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

function milliseconds([, days = '0', hours = '0', minutes = '0']: RegExpExecArray): number {
  return ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * MINUTE_MS;
}
