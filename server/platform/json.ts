/** A letter after a backslash, or the escape of one half of a surrogate pair. */
const ESCAPE = /\\(?:(ud[89a-f][0-9a-f]{2})|.)/g;

/**
 * Serialises an answer. Strict decoders refuse a whole body with half of a surrogate pair in a text or a name, which earlier releases
 * stored, so that it is sent as U+FFFD. `JSON.stringify` escapes such halves, and nothing else of their range.
 */
export function toJson(value: unknown): string {
  const text = JSON.stringify(value);
  return text?.includes('\\ud') ? text.replace(ESCAPE, (found, half?: string) => (half === undefined ? found : '\ufffd')) : text;
}

/** Serialises a value so that the order of an object's keys makes no difference. */
export function toSortedJson(value: unknown): string {
  return JSON.stringify(value, sorted);
}

function sorted(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)));
}
