import { isRecord } from '../../state/problem.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The fields of an object with those of the objects in it: `settings.otp.length`. */
export function flatten(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).flatMap(([name, value]) => partsOf(name, value)));
}

function partsOf(path: string, value: unknown): [string, unknown][] {
  if (!isRecord(value) || Array.isArray(value) || Object.keys(value).length === 0) return [[path, value]];
  return Object.entries(value).flatMap(([name, part]) => partsOf(`${path}.${name}`, part));
}
