type Values = readonly (string | number | boolean)[];

const SEPARATOR = /[,،\n]/;

/** The values of a condition in one line; as JSON where a comma is a part of one. */
export function textOfValues(values: Values): string {
  const isPlain = values.every((value) => !SEPARATOR.test(String(value)) && String(value).trim() === String(value) && value !== '');
  return isPlain ? values.map(String).join(', ') : JSON.stringify(values);
}

/** The values of such a line. A value that was a number or a boolean before keeps its type. */
export function valuesOf(text: string, before: Values): (string | number | boolean)[] {
  const list = text.trim().startsWith('[') ? jsonList(text) : null;
  if (list !== null) return list;
  const known = new Map(before.map((value) => [String(value), value]));
  const words = text.split(SEPARATOR).map((word) => word.trim());
  return words.filter((word) => word !== '').map((word) => known.get(word) ?? word);
}

function jsonList(text: string): (string | number | boolean)[] | null {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) && list.every(isScalar) ? list : null;
  } catch {
    return null;
  }
}

function isScalar(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}
