/** A kind of value that an event may carry. null is always allowed. */
export interface FieldKind {
  readonly schema: Readonly<Record<string, unknown>>;
  readonly example: unknown;
  /** The value as the event carries it; undefined for one that the event leaves out. */
  read(value: unknown): unknown;
}

/** By the name of a value. */
export type Fields = Readonly<Record<string, FieldKind>>;

/** Longer lists are cut, so that an event stays below 20 kB. */
const MAX_ITEMS = 50;
const WORD = /^[\w.:+-]{1,64}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const DATE = /^\d{4}-\d\d-\d\d$/;

export function number(example = 1): FieldKind {
  return { schema: { type: ['integer', 'null'] }, example, read: (value) => (Number.isSafeInteger(value) ? value : undefined) };
}

export function boolean(example = true): FieldKind {
  // SQLite stores 0 and 1
  const read = (value: unknown) => (typeof value === 'boolean' ? value : value === 0 || value === 1 ? value === 1 : undefined);
  return { schema: { type: ['boolean', 'null'] }, example, read };
}

/** A word of the program, a key, a slug or a version: never a text that a person wrote. */
export function word(example: string): FieldKind {
  return { schema: { type: ['string', 'null'], pattern: WORD.source }, example, read: (value) => (isWord(value) ? value : undefined) };
}

/** In ISO 8601, UTC. */
export function time(): FieldKind {
  const read = (value: unknown) => {
    const text = value instanceof Date ? value.toISOString() : value;
    return typeof text === 'string' && TIME.test(text) ? text : undefined;
  };
  return { schema: { type: ['string', 'null'], format: 'date-time' }, example: '2030-01-01T00:00:00.000Z', read };
}

export function date(): FieldKind {
  const read = (value: unknown) => (typeof value === 'string' && DATE.test(value) ? value : undefined);
  return { schema: { type: ['string', 'null'], format: 'date' }, example: '2030-03-31', read };
}

export function words(example: readonly string[]): FieldKind {
  const schema = { type: ['array', 'null'], items: { type: 'string', pattern: WORD.source }, maxItems: MAX_ITEMS };
  return { schema, example, read: (value) => listOf(value)?.filter(isWord).slice(0, MAX_ITEMS) };
}

export function numbers(example: readonly number[]): FieldKind {
  const schema = { type: ['array', 'null'], items: { type: 'integer' }, maxItems: MAX_ITEMS };
  return { schema, example, read: (value) => listOf(value)?.filter(Number.isSafeInteger).slice(0, MAX_ITEMS) };
}

/** The values that the fields allow; all others are left out. */
export function pick(fields: Fields, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const [name, kind] of Object.entries(fields)) {
    if (!Object.hasOwn(values, name)) continue;
    const value = values[name] === null ? null : kind.read(values[name]);
    if (value !== undefined) picked[name] = value;
  }
  return picked;
}

function isWord(value: unknown): value is string {
  return typeof value === 'string' && WORD.test(value);
}

/** Some lists are stored as JSON texts. */
function listOf(value: unknown): unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (typeof value !== 'string' || !value.startsWith('[')) return undefined;
  try {
    const parsed: unknown = JSON.parse(value);
    return Array.isArray(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}
