import { FromEnvironment } from '../../../config/messaging.ts';
import { accept, type Reader, type Reading, refuse } from '../../../config/readers/readers.ts';

/** Where a value is in the document, and what is allowed there. */
export interface Place {
  /** Such as `routes[0].channels`; empty for the document itself. */
  readonly path: string;
  readonly isProduction: boolean;
  /** Whether addresses may begin with http://. */
  readonly allowsPlainHttp: boolean;
}

/** Reads one value of the document. A refusal names the place, never the value: it may be a secret. */
export type Shape<T> = (value: unknown, place: Place) => Reading<T>;

type Fields = Readonly<Record<string, Shape<unknown>>>;
type ValueOf<F extends Fields> = { readonly [Key in keyof F]: F[Key] extends Shape<infer T> ? T : never };

export function refuseAt({ path }: Place, expectation: string): { readonly refused: readonly string[] } {
  return refuse(path === '' ? expectation : `${path}: ${expectation}`);
}

export function inside(place: Place, key: string | number): Place {
  if (typeof key === 'number') return { ...place, path: `${place.path}[${key}]` };
  if (!/^[\w-]+$/.test(key)) return { ...place, path: `${place.path}[${JSON.stringify(key)}]` };
  return { ...place, path: place.path === '' ? key : `${place.path}.${key}` };
}

export function optional<T, D>(shape: Shape<T>, absent: D): Shape<T | D> {
  return (value, place) => (value === undefined ? accept(absent) : shape(value, place));
}

/** A text of the file, or of the variable that it refers to. */
export function text<T>(read: Reader<T>): Shape<T> {
  return (value, place) => {
    if (value instanceof FromEnvironment && value.text === null) return refuseAt(place, missingVariable(value));
    const given = value instanceof FromEnvironment ? value.text : value;
    if (typeof given !== 'string') return refuseAt(place, 'expected a text');
    const reading = read(given, place.isProduction);
    return 'value' in reading ? reading : refuse(...reading.refused.flatMap((each) => refuseAt(place, each).refused));
  };
}

export function missingVariable({ name }: FromEnvironment): string {
  return /^\w+$/.test(name) ? `expected the variable ${name} in the environment` : 'expected env: and the name of a variable';
}

export function wholeNumber(min: number, max: number): Shape<number> {
  return (value, place) => {
    const isInRange = typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;
    return isInRange ? accept(value) : refuseAt(place, `expected a whole number from ${min} to ${max}`);
  };
}

/** A list of 1 to `max` entries. */
export function listOf<T>(shape: Shape<T>, max: number): Shape<readonly T[]> {
  return (value, place) => {
    if (!Array.isArray(value) || value.length === 0 || value.length > max) return refuseAt(place, `expected a list of 1 to ${max} entries`);
    return joined(value.map((entry: unknown, at) => shape(entry, inside(place, at))));
  };
}

/** An object whose keys are names; entries keep their order. */
export function recordOf<T>(name: Reader<string>, shape: Shape<T>): Shape<ReadonlyMap<string, T>> {
  return (value, place) => {
    if (!isRecord(value)) return refuseAt(place, 'expected an object');
    const entries = Object.entries(value).map(([key, each]): Reading<[string, T]> => {
      const at = inside(place, key);
      const [asName, asValue] = [text(name)(key, at), shape(each, at)];
      const refused = [asName, asValue].flatMap(refusalsOf);
      return 'value' in asValue && refused.length === 0 ? accept([key, asValue.value]) : refuse(...refused);
    });
    const all = joined(entries);
    return 'value' in all ? accept(new Map(all.value)) : all;
  };
}

/** An object with these keys and no others. */
export function object<F extends Fields>(fields: F): Shape<ValueOf<F>> {
  const known = Object.keys(fields);
  return (value, place) => {
    if (!isRecord(value)) return refuseAt(place, 'expected an object');
    const unknown = Object.keys(value).filter((key) => !known.includes(key));
    const readings = known.map(
      (key) => [key, fields[key]?.(Object.hasOwn(value, key) ? value[key] : undefined, inside(place, key))] as const,
    );
    const refused = [
      ...unknown.flatMap((key) => refuseAt(inside(place, key), `unknown, expected ${known.join(', ') || 'no key'}`).refused),
      ...readings.flatMap(([, reading]) => (reading === undefined ? [] : refusalsOf(reading))),
    ];
    const values = Object.fromEntries(readings.map(([key, reading]) => [key, reading && 'value' in reading ? reading.value : undefined]));
    return isWhole<F>(values, refused) ? accept(values) : refuse(...refused);
  };
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof FromEnvironment);
}

export function refusalsOf(reading: Reading<unknown>): readonly string[] {
  return 'value' in reading ? [] : reading.refused;
}

/** Without refusals every field has its value. */
function isWhole<F extends Fields>(_values: object, refused: readonly string[]): _values is ValueOf<F> {
  return refused.length === 0;
}

function joined<T>(readings: readonly Reading<T>[]): Reading<readonly T[]> {
  const refused = readings.flatMap(refusalsOf);
  return refused.length > 0 ? refuse(...refused) : accept(readings.flatMap((reading) => ('value' in reading ? [reading.value] : [])));
}
