import type { Description, ObjectSchema } from 'joi';
import type { Fault } from '../../errors.ts';

/** More fields than any of our bodies has: what lies beyond is no mistake of a client's. */
const MAX_FIELDS = 200;
/** Of a list that sets no bound of its own. */
const MAX_ITEMS = 1_000;

/** What bounds a value of a schema; absent where the data is the client's own (`jsonObject`, `Joi.any`). */
interface Bounds {
  readonly fields?: ReadonlyMap<string, Bounds>;
  readonly items?: { readonly max: number; readonly each: Bounds };
}

const known = new WeakMap<ObjectSchema, Bounds>();

/**
 * The lists and objects of `value`, called `name`, that are too long. To be asked before Joi, which looks at every entry and every unknown field
 * before it counts them: 250 KB of either block the process for a second, and enough faulty ones exhaust its stack.
 */
export function sizeFaults(schema: ObjectSchema, value: unknown, name: string): Fault[] {
  let bounds = known.get(schema);
  if (bounds === undefined) {
    bounds = boundsOf(schema.describe());
    known.set(schema, bounds);
  }
  return faultsOf(bounds, value, '').map(({ field, message }) => ({ field: field === '' ? name : field, message }));
}

function boundsOf(description: Description): Bounds {
  if (description.type === 'array') return listBounds(description);
  const isOpen = (description.flags as { unknown?: boolean } | undefined)?.unknown === true || description['patterns'] !== undefined;
  if (description.type !== 'object' || isOpen) return {};
  const keys = Object.entries((description['keys'] ?? {}) as Record<string, Description>);
  return { fields: new Map(keys.map(([name, field]) => [name, boundsOf(field)])) };
}

function listBounds(description: Description): Bounds {
  const rules = (description['rules'] ?? []) as { name: string; args?: { limit?: unknown } }[];
  const max = rules.find(({ name }) => name === 'max')?.args?.limit;
  const [item] = (description['items'] ?? []) as Description[];
  return { items: { max: typeof max === 'number' ? max : MAX_ITEMS, each: item === undefined ? {} : boundsOf(item) } };
}

function faultsOf(bounds: Bounds, value: unknown, path: string): Fault[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return bounds.items === undefined ? [] : listFaults(bounds.items, value, path);
  if (bounds.fields === undefined) return [];
  if (Object.keys(value).length > MAX_FIELDS) return [{ field: path, message: `there are more than ${MAX_FIELDS} fields` }];
  return [...bounds.fields].flatMap(([name, field]) => faultsOf(field, Reflect.get(value, name), path === '' ? name : `${path}.${name}`));
}

function listFaults({ max, each }: NonNullable<Bounds['items']>, list: readonly unknown[], path: string): Fault[] {
  if (list.length > max) return [{ field: path, message: `${path} must contain less than or equal to ${max} items` }];
  return list.flatMap((entry, index) => faultsOf(each, entry, `${path}[${index}]`));
}
