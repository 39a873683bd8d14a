import Joi, { type NumberSchema, type ObjectSchema, type Schema, type StringSchema } from 'joi';
import { hasMarkPile } from '../../unicode.ts';

/**
 * The field kinds that every schema is made of (contract §1.5, the paragraphs on numbers and text). Conversion is on only so that
 * texts can be normalised; numbers and booleans of a body are strict, numbers of a path or query are strict decimals.
 */

const CONTROL = /\p{Cc}/u;
const CONTROL_BUT_BREAKS = /[^\P{Cc}\n\t]/u;
const LONE_SURROGATE = /\p{Cs}/u;
const BIDI_CONTROL = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

interface TextRules {
  /** Fewest code points after trimming; 1 when not given. */
  min?: number;
  /** Most code points. */
  max: number;
}

/** What Joi gives a rule's method as `this`. */
interface RuleHost {
  $_addRule(rule: { name: string; args: object }): Schema;
}

interface FlagHost {
  $_setFlag(name: string, value: unknown): Schema;
}

/** Joi 18 reads this hook; its type declarations do not know it yet. */
interface JsonSchemaHook {
  jsonSchema(schema: unknown, result: Record<string, unknown>): Record<string, unknown>;
}

const decimalType: Joi.Extension & JsonSchemaHook = {
  type: 'decimal',
  base: Joi.number().integer(),
  messages: { 'decimal.base': '{{#label}} must be a whole number in plain digits' },
  // not coerce: the number's own runs before it, and has read 1e3 and ` 1` by then
  prepare(value: unknown, helpers) {
    if (typeof value !== 'string') return { value };
    const cap = helpers.schema.$_getFlag('cap') as number | undefined;
    const digits = cap === undefined ? /^(?:0|[1-9]\d{0,15})$/ : /^(?:0|[1-9]\d*)$/;
    if (!digits.test(value)) return { value, errors: [helpers.error('decimal.base')] };
    return { value: Math.min(Number(value), cap ?? Number.POSITIVE_INFINITY) };
  },
  rules: {
    cap: {
      method(this: FlagHost, limit: number): Schema {
        return this.$_setFlag('cap', limit);
      },
    } as unknown as Joi.ExtensionRule,
  },
  jsonSchema: (_schema, result) => ({ ...result, type: 'integer' }),
};

const TEXT_MESSAGES = {
  'text.control': '{{#label}} must not contain control characters',
  'text.pile': '{{#label}} must not pile up combining marks',
  'text.surrogate': '{{#label}} must be well-formed Unicode',
  'text.bidi': '{{#label}} must not contain direction-changing characters',
  'text.min': '{{#label}} must have at least {{#limit}} characters',
  'text.max': '{{#label}} must have at most {{#limit}} characters',
  'text.empty': '{{#label}} must not be empty',
};

const textType: Joi.Extension & JsonSchemaHook = {
  type: 'text',
  base: Joi.string(),
  messages: TEXT_MESSAGES,
  coerce: {
    from: 'string',
    method: (value: string, helpers) =>
      hasMarkPile(value)
        ? { value, errors: [helpers.error('text.pile')] }
        : { value: value.replaceAll('\r\n', '\n').normalize('NFC').trim() },
  },
  jsonSchema: (_schema, result) => ({ ...result, type: 'string' }),
  rules: {
    shape: {
      method(this: RuleHost, rules: TextRules & { multiline: boolean }): Schema {
        return this.$_addRule({ name: 'shape', args: { rules } });
      },
      args: ['rules'],
      validate(value: string, helpers: Joi.CustomHelpers, { rules }: { rules: TextRules & { multiline: boolean } }) {
        const fault = textFault(value, rules);
        return fault === null ? value : helpers.error(fault, { limit: fault === 'text.min' ? rules.min : rules.max });
      },
      jsonSchema: (rule: { args: { rules: TextRules } }, result: Record<string, unknown>) => ({
        ...result,
        minLength: rule.args.rules.min ?? 1,
        maxLength: rule.args.rules.max,
      }),
    } as unknown as Joi.ExtensionRule,
  },
};

function textFault(value: string, rules: TextRules & { multiline: boolean }): string | null {
  if (LONE_SURROGATE.test(value)) return 'text.surrogate';
  if ((rules.multiline ? CONTROL_BUT_BREAKS : CONTROL).test(value)) return 'text.control';
  if (!rules.multiline && BIDI_CONTROL.test(value)) return 'text.bidi';
  const min = rules.min ?? 1;
  // a string never has more code points than UTF-16 units, so the count is needed only near the limit
  const length = value.length > rules.max || value.length < min * 2 ? countCodePoints(value) : value.length;
  if (length < min) return length === 0 ? 'text.empty' : 'text.min';
  return length > rules.max ? 'text.max' : null;
}

function countCodePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** Longest e-mail address there is (RFC 5321), and what the columns hold. */
const MAX_EMAIL_LENGTH = 254;

const emailType: Joi.Extension & JsonSchemaHook = {
  type: 'email',
  base: Joi.string().max(MAX_EMAIL_LENGTH).email({ tlds: false }),
  messages: TEXT_MESSAGES,
  coerce: {
    from: 'string',
    // refused before it is normalised, which Joi does too when it looks at the address
    method: (value: string, helpers) => {
      const typed = value.trim();
      const fault = hasMarkPile(typed) ? 'text.pile' : textFault(typed, { max: MAX_EMAIL_LENGTH, multiline: false });
      if (fault !== null) return { value, errors: [helpers.error(fault, { limit: MAX_EMAIL_LENGTH })] };
      return { value: typed.normalize('NFC').toLowerCase() };
    },
  },
  jsonSchema: (_schema, result) => ({ ...result, type: 'string' }),
};

interface ExtendedJoi extends Joi.Root {
  decimal(): NumberSchema & { cap(limit: number): NumberSchema };
  email(): StringSchema;
  text(): StringSchema & { shape(rules: TextRules & { multiline: boolean }): StringSchema };
}

const extended = Joi.extend(decimalType, textType, emailType) as ExtendedJoi;

/** One line: a name, a title, a key. NFC, trimmed, no control or direction-changing characters. */
export function line(rules: TextRules): StringSchema {
  return allowEmptyWhen(rules, extended.text().shape({ ...rules, multiline: false }));
}

/** A text of several lines: newline and tab are kept, CRLF becomes LF. */
export function paragraphs(rules: TextRules): StringSchema {
  return allowEmptyWhen(rules, extended.text().shape({ ...rules, multiline: true }));
}

function allowEmptyWhen(rules: TextRules, schema: StringSchema): StringSchema {
  return rules.min === 0 ? schema.allow('') : schema;
}

/** An e-mail address, trimmed and in lower case, so that one address is one whoever types it. */
export function email(): StringSchema {
  return extended.email();
}

/** An exact word: compared as sent, neither trimmed nor folded. `format` says in words what the pattern wants. */
export function word(pattern: RegExp, format: string): StringSchema {
  return Joi.string()
    .pattern(pattern)
    .messages({ 'string.pattern.base': `{{#label}} must be ${format}` });
}

/** One of a fixed set, exactly as written. */
export function oneOf<T extends string>(...values: readonly T[]): StringSchema<T> {
  return Joi.string<T>().valid(...values);
}

/** A whole number of a JSON body; a numeric string is refused. */
export function integer(min: number, max: number): NumberSchema {
  return Joi.number().integer().min(min).max(max).strict();
}

/** `true` or `false` of a JSON body, nothing that looks like it. */
export function yesNo(): Joi.BooleanSchema {
  return Joi.boolean().strict();
}

/** A whole number of a query string: decimal digits only (`1e3`, `1.0`, ` 1` and a repeated parameter are refused). */
export function queryInteger(min: number, max: number): NumberSchema {
  return extended.decimal().min(min).max(max);
}

/** As `queryInteger`, but what is above `cap` counts as `cap`, however many digits it has. */
export function cappedInteger(min: number, cap: number): NumberSchema {
  return extended.decimal().cap(cap).min(min);
}

/** A record's id in a path. */
export function pathId(): NumberSchema {
  return queryInteger(1, Number.MAX_SAFE_INTEGER).required();
}

const ISO_INSTANT = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(:\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/** ISO 8601 with an offset, an existing calendar date between 1970 and 9999; becomes a Date. */
export function instant(): StringSchema<string> {
  return Joi.string()
    .max(40)
    .custom((text: string, helpers) => readInstant(text) ?? helpers.error('instant.base'))
    .messages({ 'instant.base': '{{#label}} must be an ISO 8601 date and time with an offset, such as 2026-01-31T20:00:00Z' });
}

function readInstant(text: string): Date | null {
  const match = ISO_INSTANT.exec(text);
  const day = match?.[1];
  if (day === undefined) return null;
  const midnight = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== day) return null;
  const date = new Date(text);
  const year = date.getUTCFullYear();
  return Number.isNaN(date.getTime()) || year < 1970 || year > 9999 ? null : date;
}

/** A JSON object kept as data, at most `maxBytes` when written out. */
export function jsonObject(maxBytes: number): ObjectSchema<Record<string, unknown>> {
  return Joi.object<Record<string, unknown>>()
    .unknown(true)
    .strict()
    .custom((value: object, helpers) =>
      Buffer.byteLength(JSON.stringify(value)) > maxBytes ? helpers.error('json.max', { maxBytes }) : value,
    )
    .messages({ 'json.max': '{{#label}} must be at most {{#maxBytes}} bytes of JSON' });
}

/** An absolute http or https address without credentials. The server never fetches it. */
export function webUrl(max = 2048): StringSchema {
  return Joi.string()
    .max(max)
    .custom((text: string, helpers) => (isWebUrl(text) ? text : helpers.error('url.base')))
    .messages({ 'url.base': '{{#label}} must be an absolute http or https URL without credentials' });
}

function isWebUrl(text: string): boolean {
  if (!/^https?:\/\/[^\s\p{Cc}\p{Cs}\\/?#@]+(?:[/?#][^\s\p{Cc}\p{Cs}\\]*)?$/iu.test(text) || BIDI_CONTROL.test(text)) return false;
  return URL.canParse(text);
}

/** The body of a partial update: at least one known field must remain (contract §1.5). */
export function patch<T>(keys: Joi.PartialSchemaMap<T>): ObjectSchema<T> {
  return Joi.object<T>(keys).min(1).messages({ 'object.min': 'at least one field to change must be given' });
}
