import Joi, { type NumberSchema, type ObjectSchema, type Schema, type StringSchema } from 'joi';
import { isDay, readInstant } from '../../instant.ts';
import { hasDirectionMarks } from './direction-marks.ts';
import { extendedJoi, type TextReading } from './joi-types.ts';
import type { TextShape } from './text-faults.ts';

/** The field kinds that request schemas are built from. */

type TextLength = Pick<TextShape, 'min' | 'max'>;

/** One line to read: a name, a title. NFC, trimmed, no control characters; direction marks only where they cannot affect other text. */
export function singleLineText(length: TextLength): StringSchema {
  return text({ ...length, multiline: false, direction: 'safe' });
}

/** One line that is compared: a category, a version, an identifier of the client's. As `singleLineText`, but without any direction mark. */
export function keyText(length: TextLength): StringSchema {
  return text({ ...length, multiline: false, direction: 'none' });
}

/** A text of several lines: newline and tab are kept, CRLF becomes LF. */
export function multilineText(length: TextLength): StringSchema {
  return text({ ...length, multiline: true, direction: 'any' });
}

/** As `multilineText`, but null or without a visible sign is null: phones would show such a text as an empty line. */
export function optionalMultilineText({ max }: Pick<TextShape, 'max'>): StringSchema {
  return text({ min: 0, max, multiline: true, direction: 'any' }, { blank: 'null' }).allow(null);
}

/** The words of a search. Invisible signs are dropped before any check, because people paste them along with a phone or a name. */
export function searchText(length: TextLength): StringSchema {
  return text({ ...length, multiline: false, direction: 'safe' }, { invisible: 'dropped' });
}

function text(shape: TextShape, reading: TextReading = {}): StringSchema {
  return extendedJoi.text().shape(shape).reading(reading);
}

/** An e-mail address, trimmed and in lower case, so that every spelling of an address is the same value. */
export function email(): StringSchema {
  return extendedJoi.email();
}

/** An exact word: compared as sent, neither trimmed nor folded. `format` describes the pattern in the error message. */
export function pattern(pattern: RegExp, format: string): StringSchema {
  return Joi.string().pattern(pattern, { name: format });
}

/** One of a fixed set, exactly as written. */
export function oneOf<T extends string>(...values: readonly T[]): StringSchema<T> {
  return Joi.string<T>().valid(...values);
}

/** A whole number of a JSON body; a numeric string is refused. */
export function integer(min: number, max: number): NumberSchema {
  return Joi.number().integer().min(min).max(max).strict();
}

/** `true` or `false` of a JSON body, and nothing that only looks like them. */
export function boolean(): Joi.BooleanSchema {
  return Joi.boolean().strict();
}

/** `true` or `false` of a query string, exactly as written and once. */
export function queryBoolean(): Joi.BooleanSchema {
  return extendedJoi.choice();
}

/** A whole number of a query string: decimal digits only (`1e3`, `1.0`, ` 1` and a repeated parameter are refused). */
export function queryInteger(min: number, max: number): NumberSchema {
  return extendedJoi.decimal().min(min).max(max);
}

/** As `queryInteger`, but a value above `cap` counts as `cap`, however many digits it has. */
export function cappedInteger(min: number, cap: number): NumberSchema {
  return extendedJoi.decimal().cap(cap).min(min);
}

/** A record's id in a path. */
export function pathId(): NumberSchema {
  return queryInteger(1, Number.MAX_SAFE_INTEGER).required();
}

/** ISO 8601 with an offset, an existing calendar date between 1970 and 9999; becomes a Date. */
export function instant(): Joi.DateSchema {
  const schema: Schema = Joi.string()
    .max(40)
    .custom((text: string, helpers) => readInstant(text) ?? helpers.error('instant.base'))
    .meta({ json: { format: 'date-time' } });
  // the text becomes a Date, which Joi's types cannot express
  return schema as Joi.DateSchema;
}

/** The form of a day, with or without a place in the calendar. */
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A calendar date between 1970 and 9999, without a time zone; stays text. */
export function day(): StringSchema {
  return pattern(DAY, 'a date as 2026-01-31, from 1970 on')
    .custom((text: string, helpers) => (isDay(text) ? text : helpers.error('day.base')))
    .meta({ json: { format: 'date' } });
}

/**
 * Any value of a list whose handler checks each entry alone, so that an invalid one does not refuse the rest. The API reference shows
 * `schema`, which must have an `.id()`.
 */
export function checkedAlone(schema: Schema): Schema {
  return Joi.any().meta({ shownAs: () => schema });
}

/** An absolute http or https address without credentials. The server never fetches it. */
export function webUrl(max = 2048): StringSchema {
  return Joi.string()
    .max(max)
    .custom((text: string, helpers) => (isWebUrl(text) ? text : helpers.error('url.base')));
}

function isWebUrl(text: string): boolean {
  if (!/^https?:\/\/[^\s\p{Cc}\p{Cs}\\/?#@]+(?:[/?#][^\s\p{Cc}\p{Cs}\\]*)?$/iu.test(text) || hasDirectionMarks(text)) return false;
  return URL.canParse(text);
}

/** The body of a partial update: at least one known field must remain. */
export function patch<T, IsStrict = false>(keys: Joi.SchemaMap<T, IsStrict>): ObjectSchema<T> {
  return Joi.object<T, IsStrict>(keys).min(1).messages({ 'object.min': 'at least one field to change must be given' });
}
