import { FromEnvironment } from '../../../config/messaging.ts';
import { accept } from '../../../config/readers/readers.ts';
import { inside, isRecord, missingVariable, refusalsOf, refuseAt, type Shape } from '../routes/shapes.ts';

const PLACEHOLDERS = ['phone', 'digits', 'text', 'code', 'sender', 'language', 'ttlSeconds'] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];
export type PlaceholderValues = Readonly<Record<Placeholder, string>>;

const PATTERN = /\{(\w+)\}/g;

/** A JSON value whose texts may have placeholders. The texts of variables have none: a secret stays as it is. */
export type Pattern = string | number | boolean | null | FromEnvironment | readonly Pattern[] | { readonly [key: string]: Pattern };

/** Any JSON value with known placeholders, in its texts alone. */
export const pattern: Shape<Pattern> = (value, place) => {
  if (value instanceof FromEnvironment) return value.text === null ? refuseAt(place, missingVariable(value)) : accept(value);
  if (typeof value === 'string')
    return hasOnly(value, PLACEHOLDERS) ? accept(value) : refuseAt(place, `expected no placeholder but ${LIST}`);
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return accept(value);
  const refused = Array.isArray(value) ? value.flatMap((each: unknown, at) => refusalsOf(pattern(each, inside(place, at)))) : [];
  if (isRecord(value))
    for (const [key, each] of Object.entries(value)) {
      const at = inside(place, key);
      if (!hasOnly(key, [])) refused.push(...refuseAt(at, 'expected a key without placeholders').refused);
      refused.push(...refusalsOf(pattern(each, at)));
    }
  return isPattern(value, refused)
    ? accept(value)
    : { refused: value === undefined ? refuseAt(place, 'expected a value').refused : refused };
};

const LIST = PLACEHOLDERS.map((name) => `{${name}}`).join(', ');

/** A text with known placeholders. */
export const textPattern: Shape<string | FromEnvironment> = (value, place) => {
  if (typeof value !== 'string' && !(value instanceof FromEnvironment)) return refuseAt(place, 'expected a text');
  const reading = pattern(value, place);
  return 'value' in reading ? accept(value) : reading;
};

export function hasOnly(text: string, allowed: readonly string[]): boolean {
  return [...text.matchAll(PATTERN)].every(([, name = '']) => allowed.includes(name));
}

/** The placeholders of all texts in the value. */
export function placeholdersIn(value: Pattern): ReadonlySet<string> {
  if (typeof value === 'string') return new Set([...value.matchAll(PATTERN)].map(([, name = '']) => name));
  if (typeof value !== 'object' || value === null || value instanceof FromEnvironment) return new Set();
  return new Set(Object.values(value).flatMap((each) => [...placeholdersIn(each)]));
}

/** Replaces each placeholder once: a text that looks like a placeholder stays as it is. */
export function fillText(text: string | FromEnvironment, values: PlaceholderValues, encode = (value: string): string => value): string {
  if (text instanceof FromEnvironment) return text.text ?? '';
  return text.replace(PATTERN, (whole, name: string) => (isPlaceholder(name) ? encode(values[name]) : whole));
}

export function fill(value: Pattern, values: PlaceholderValues): unknown {
  if (typeof value === 'string' || value instanceof FromEnvironment) return fillText(value, values);
  if (Array.isArray(value)) return value.map((each: Pattern) => fill(each, values));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, fill(each, values)]));
}

function isPlaceholder(name: string): name is Placeholder {
  return PLACEHOLDERS.some((one) => one === name);
}

function isPattern(value: unknown, refused: readonly string[]): value is Pattern {
  return value !== undefined && refused.length === 0;
}
