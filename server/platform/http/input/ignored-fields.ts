import type { ObjectSchema } from 'joi';
import { type Bounds, boundsOfSchema } from './size.ts';

/** More names than a person reads; the header must stay short. */
const MAX_NAMES = 20;
const MAX_NAME_LENGTH = 64;

/**
 * The fields of a body that its schema does not know, such as `role` or `parts[0].colour`, which are dropped. At most 20, then `...`. The
 * names come from the client: all but letters, digits and a few signs are percent-encoded, so that they are safe in a header.
 */
export function ignoredFields(schema: ObjectSchema, body: unknown): string[] {
  const names: string[] = [];
  for (const path of unknownPaths(boundsOfSchema(schema), body, '')) {
    if (names.length === MAX_NAMES) return [...names, '...'];
    names.push(path.length > MAX_NAME_LENGTH ? `${path.slice(0, MAX_NAME_LENGTH)}...` : path);
  }
  return names;
}

/** Lazy, so that a body of many unknown fields costs no more than the names that are shown. */
function* unknownPaths({ fields, items }: Bounds, value: unknown, path: string): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    if (items !== undefined) for (const [index, entry] of value.entries()) yield* unknownPaths(items.each, entry, `${path}[${index}]`);
    return;
  }
  if (fields === undefined) return;
  for (const name of Object.keys(value)) {
    const known = fields.get(name);
    const here = `${path === '' ? '' : `${path}.`}${known === undefined ? encode(name) : name}`;
    if (known === undefined) yield here;
    else yield* unknownPaths(known, Reflect.get(value, name), here);
  }
}

/** Lone surrogates cannot be encoded. */
function encode(name: string): string {
  return encodeURIComponent(name.slice(0, MAX_NAME_LENGTH).replace(/\p{Cs}/gu, '\ufffd'));
}
