import { usageError } from '../errors.ts';

const MINUTE_MS = 60_000;
const SPAN = /^(?=\d)(?:(\d{1,3})d)?(?:(\d{1,4})h)?(?:(\d{1,5})m)?$/;
const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/;

/** An instant as the API takes it, of one or of a span from `now` on. @throws CliError exit 2 for another text or a time that has passed */
export function readUntil(flag: string, text: string, now: number): string {
  const span = SPAN.exec(text);
  const end = span === null ? Date.parse(ISO.test(text) ? text : '') : now + spanOf(span);
  if (Number.isNaN(end))
    throw usageError(`${flag} "${text}" is no time.`, 'as in 30m, 2h, 1h30m, 2d or 2026-01-31T20:00:00Z (with an offset)');
  if (end <= now) throw usageError(`${flag} ${text} has passed.`, 'give a time that lies ahead, or leave it out');
  return span === null ? text : new Date(end).toISOString();
}

function spanOf([, days = '0', hours = '0', minutes = '0']: RegExpExecArray): number {
  return ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * MINUTE_MS;
}
