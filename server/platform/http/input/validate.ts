import type { ObjectSchema, ValidationErrorItem } from 'joi';
import { type Fault, validationError } from '../../errors.ts';
import { ignoredFields } from './ignored-fields.ts';
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

const OPTIONS = { abortEarly: false, stripUnknown: true, errors: { wrap: { label: false } } } as const;
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

function validate<T>(schema: ObjectSchema<T>, value: unknown, name: string): { value: T } | { faults: Fault[] } {
  const result = schema.validate(value, OPTIONS);
  if (result.error === undefined) return { value: result.value };
  return { faults: result.error.details.map((detail) => withIgnored(schema, value, { detail, fault: toFault(detail, name) })) };
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
