import type { ObjectSchema, ValidationErrorItem, ValidationOptions } from 'joi';
import { type Fault, validationError } from '../../errors.ts';
import { ignoredFields } from './ignored-fields.ts';
import { PLAIN_MESSAGES } from './plain-messages.ts';
import { sizeFaults } from './size.ts';

/** The parts of a request that an endpoint may describe. */
export interface InputSchemas {
  params?: ObjectSchema | undefined;
  query?: ObjectSchema | undefined;
  body?: ObjectSchema | undefined;
}

export interface RawInput {
  params: unknown;
  query: unknown;
  body: unknown;
}

const OPTIONS: ValidationOptions = { abortEarly: false, stripUnknown: true, errors: { wrap: { label: false } } };
const PARTS = ['params', 'query', 'body'] as const;

/**
 * Checks every described part and returns the parsed values; unknown fields are dropped.
 * @throws ApiError 400 `validation_error` naming all faults of all parts at once, after those that are `known` already.
 */
export function parseInput(schemas: InputSchemas, raw: RawInput, known: readonly Fault[] = []): RawInput {
  const parsed: RawInput = { params: {}, query: {}, body: {} };
  const faults: Fault[] = [...known];
  for (const part of PARTS) {
    const schema = schemas[part];
    if (schema === undefined) continue;
    const checked = part === 'body' ? checkValue(schema, raw[part], part) : validate(schema, raw[part], part);
    if ('faults' in checked) faults.push(...checked.faults);
    else parsed[part] = checked.value;
  }
  if (faults.length > 0) throw validationError(faults);
  return parsed;
}

/** Checks one value by the rules of a body; for lists whose entries are validated one by one. */
export function checkValue<T>(schema: ObjectSchema<T>, value: unknown, name: string): { value: T } | { faults: Fault[] } {
  const oversize = sizeFaults(schema, value, name);
  return oversize.length > 0 ? { faults: oversize } : validate(schema, value, name);
}

/** A schema with our options, which cost a validation a third of options that are passed to it. */
interface Prepared {
  readonly plain: ObjectSchema;
  /** The same with messages in plain words, for values with faults only: Joi copies them at each field that has messages too. */
  worded: ObjectSchema | null;
}

const preparedBySchema = new WeakMap<ObjectSchema, Prepared>();

function prepare(schema: ObjectSchema): Prepared {
  const known = preparedBySchema.get(schema);
  if (known !== undefined) return known;
  const prepared: Prepared = { plain: schema.prefs(OPTIONS), worded: null };
  preparedBySchema.set(schema, prepared);
  return prepared;
}

/** A message that the schema has itself stays. */
function withMessages(schema: ObjectSchema): ObjectSchema {
  const own = Object.keys(schema.describe()['preferences']?.messages ?? {});
  const messages = Object.fromEntries(Object.entries(PLAIN_MESSAGES).filter(([code]) => !own.includes(code)));
  return schema.prefs({ ...OPTIONS, messages });
}

function validate<T>(schema: ObjectSchema<T>, value: unknown, name: string): { value: T } | { faults: Fault[] } {
  const prepared = prepare(schema);
  const result = prepared.plain.validate(value);
  if (result.error === undefined) return { value: result.value };
  prepared.worded ??= withMessages(schema);
  const details = prepared.worded.validate(value).error?.details ?? [];
  return { faults: details.map((detail) => withIgnored(schema, value, { detail, fault: toFault(detail, name) })) };
}

/** An update without a known field names the fields that were ignored: usually they are misspelt, or cannot be changed. */
function withIgnored(schema: ObjectSchema, value: unknown, { detail, fault }: { detail: ValidationErrorItem; fault: Fault }): Fault {
  const ignored = detail.type === 'object.min' && detail.path.length === 0 ? ignoredFields(schema, value) : [];
  if (ignored.length === 0) return fault;
  return { ...fault, message: `${fault.message}; this request cannot change ${ignored.join(', ')}` };
}

function toFault(detail: ValidationErrorItem, part: string): Fault {
  const field = formatPath(detail.path);
  return { field: field === '' ? part : field, message: detail.message.replace(/^value /, `${part} `) };
}

function formatPath(path: readonly (string | number)[]): string {
  return path.map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`)).join('');
}
