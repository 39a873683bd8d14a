/**
 * Reads a bulk answer as the Kotlin provider does: an unknown key, a null or a number that is no 32-bit integer in metadata is an error.
 */
export function decodeStrictly(text: string): Map<string, unknown> {
  const body = fieldsOf(JSON.parse(text), ['flags', 'errorCode', 'errorDetails']);
  const flags = body['flags'];
  if (!Array.isArray(flags)) throw new Error('flags is not a list');
  return new Map(flags.map(decodeFlag));
}

function decodeFlag(value: unknown): [key: string, value: unknown] {
  const flag = fieldsOf(value, ['key', 'value', 'reason', 'variant', 'metadata', 'errorCode', 'errorDetails']);
  for (const [name, field] of Object.entries(flag)) if (field === null) throw new Error(`${name} is null`);
  for (const name of ['key', 'reason', 'variant', 'errorCode', 'errorDetails'])
    if (flag[name] !== undefined && typeof flag[name] !== 'string') throw new Error(`${name} is not a text`);
  for (const [name, field] of Object.entries(fieldsOf(flag['metadata'] ?? {}, null))) {
    const isInt = Number.isInteger(field) && Math.abs(Number(field)) < 2 ** 31;
    if (typeof field !== 'string' && typeof field !== 'boolean' && !isInt) throw new Error(`metadata ${name} has another type`);
  }
  return [String(flag['key']), flag['value']];
}

function fieldsOf(value: unknown, known: readonly string[] | null): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('not an object');
  const unknown = Object.keys(value).find((name) => known !== null && !known.includes(name));
  if (unknown !== undefined) throw new Error(`Encountered an unknown key '${unknown}'`);
  return { ...value };
}
