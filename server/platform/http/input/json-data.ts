import Joi, { type AnySchema, type ObjectSchema, type Schema } from 'joi';

/** Data that clients keep in Diwan as they like, and that other programs must be able to read again. */

/** How numbers are treated that JSON cannot carry through: `exact` refuses them, `rounded` stores what is left of them. */
export type NumberRule = 'exact' | 'rounded';

/** A JSON object kept as data, at most `maxBytes` when serialised. */
export function jsonObject(maxBytes: number, numbers: NumberRule = 'exact'): ObjectSchema<Record<string, unknown>> {
  return kept(Joi.object<Record<string, unknown>>().unknown(true).strict(), maxBytes, numbers);
}

/** Any JSON value but null, kept as data, at most `maxBytes` when serialised. */
export function jsonValue(maxBytes: number, numbers: NumberRule = 'exact'): AnySchema {
  return kept(Joi.any().invalid(null), maxBytes, numbers);
}

/** The schema, with at most `maxBytes` for a value when serialised. */
export function withinBytes<T extends Schema>(schema: T, maxBytes: number): T {
  const checked: Schema = schema.custom((value: unknown, helpers) =>
    Buffer.byteLength(JSON.stringify(value) ?? '') > maxBytes ? helpers.error('json.max', { maxBytes }) : value,
  );
  // a check changes nothing of the type of the schema
  return checked as T;
}

function kept<T extends Schema>(schema: T, maxBytes: number, numbers: NumberRule): T {
  const checked: Schema = withinBytes(schema, maxBytes).custom((value: unknown, helpers) => {
    const fault = dataFault(value, numbers);
    return fault === null ? value : helpers.error(`json.${fault.kind}`, { at: fault.at });
  });
  // a check changes nothing of the type of the schema
  return checked as T;
}

/** A text of a JSON body that is kept as sent. */
export function wellFormed(schema: Joi.StringSchema): Joi.StringSchema {
  return schema.custom((text: string, helpers) => (text.isWellFormed() ? text : helpers.error('text.surrogate')));
}

interface DataFault {
  readonly kind: 'text' | 'number';
  /** The place below the value, such as `.names[2]`. */
  readonly at: string;
}

/** A long name would fill the message. */
const SHOWN_NAME = 64;

/**
 * The first text or name that is no Unicode, or the first number that JSON may have changed already: above 2^53 a
 * double is the nearest one to several numbers, so the one that was sent is lost. The depth of a body is bounded.
 */
function dataFault(value: unknown, numbers: NumberRule, at = ''): DataFault | null {
  if (typeof value === 'string') return value.isWellFormed() ? null : { kind: 'text', at };
  if (typeof value === 'number') return numbers === 'rounded' || Math.abs(value) <= Number.MAX_SAFE_INTEGER ? null : { kind: 'number', at };
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, member] of Object.entries(value)) {
    const here = Array.isArray(value) ? `${at}[${name}]` : `${at}.${name.slice(0, SHOWN_NAME).toWellFormed()}`;
    const fault = name.isWellFormed() ? dataFault(member, numbers, here) : ({ kind: 'text', at: here } as const);
    if (fault !== null) return fault;
  }
  return null;
}
