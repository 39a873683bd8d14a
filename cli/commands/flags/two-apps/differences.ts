import { isDeepStrictEqual } from 'node:util';

/** A field that has another value in the second app. */
export interface FieldDifference {
  readonly field: string;
  readonly first: unknown;
  readonly second: unknown;
}

export interface Differences {
  /** Keys that only one app has. */
  readonly onlyFirst: readonly string[];
  readonly onlySecond: readonly string[];
  readonly different: readonly { readonly key: string; readonly fields: readonly FieldDifference[] }[];
}

/** Compares two lists by key, in the order of the keys. Only the `fields` count. */
export function differencesOf<T>(
  first: readonly T[],
  second: readonly T[],
  { keyOf, fields }: { keyOf(one: T): string; fields: readonly (keyof T & string)[] },
): Differences {
  const [before, after] = [byKey(first, keyOf), byKey(second, keyOf)];
  const both = [...before].flatMap(([key, one]) => {
    const other = after.get(key);
    return other === undefined ? [] : [{ key, fields: fieldDifferences(one, other, fields) }];
  });
  return {
    onlyFirst: [...before.keys()].filter((key) => !after.has(key)),
    onlySecond: [...after.keys()].filter((key) => !before.has(key)),
    different: both.filter((pair) => pair.fields.length > 0),
  };
}

export function areEqual({ onlyFirst, onlySecond, different }: Differences): boolean {
  return onlyFirst.length + onlySecond.length + different.length === 0;
}

function byKey<T>(list: readonly T[], keyOf: (one: T) => string): Map<string, T> {
  return new Map(list.map((one) => [keyOf(one), one] as const).toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

/** The order of the names in a JSON value does not count. */
function fieldDifferences<T>(one: T, other: T, fields: readonly (keyof T & string)[]): FieldDifference[] {
  return fields
    .filter((field) => !isDeepStrictEqual(one[field], other[field]))
    .map((field) => ({ field, first: one[field], second: other[field] }));
}
