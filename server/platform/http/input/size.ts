import type { ObjectSchema } from 'joi';
import type { Fault } from '../../errors.ts';

/** More fields than any request body has. */
const MAX_FIELDS = 200;
/** The limit of a list whose schema sets none. */
const MAX_ITEMS = 1_000;

/** The limits of a schema; no members where any data is accepted (`jsonObject`, `Joi.any`). */
export interface Bounds {
  readonly fields?: ReadonlyMap<string, Bounds>;
  readonly items?: { readonly max: number; readonly each: Bounds };
}

const boundsBySchema = new WeakMap<ObjectSchema, Bounds>();

/**
 * The lists and objects of `value`, called `name`, that are too long. Call it before Joi, which checks every entry and every unknown field
 * before it counts them: 250 KB of either block the process for a second, and enough invalid ones exhaust the stack.
 */
export function sizeFaults(schema: ObjectSchema, value: unknown, name: string): Fault[] {
  return faultsOf(boundsOfSchema(schema), value, '').map(({ field, message }) => ({ field: field === '' ? name : field, message }));
}

/** The fields and lists that a schema describes; read once. */
export function boundsOfSchema(schema: ObjectSchema): Bounds {
  const known = boundsBySchema.get(schema);
  if (known !== undefined) return known;
  const bounds = boundsOf(schema.describe());
  boundsBySchema.set(schema, bounds);
  return bounds;
}

/** The part of `schema.describe()` that is read here. */
interface Described {
  readonly type?: string;
  readonly flags?: { readonly unknown?: boolean };
  readonly patterns?: unknown;
  readonly keys?: Readonly<Record<string, Described>>;
  readonly rules?: readonly { readonly name: string; readonly args?: { readonly limit?: unknown } }[];
  readonly items?: readonly Described[];
}

function boundsOf(described: Described): Bounds {
  if (described.type === 'array') return listBounds(described);
  const isOpen = described.flags?.unknown === true || described.patterns !== undefined;
  if (described.type !== 'object' || isOpen) return {};
  return { fields: new Map(Object.entries(described.keys ?? {}).map(([name, field]) => [name, boundsOf(field)])) };
}

function listBounds({ rules = [], items: [item] = [] }: Described): Bounds {
  const max = rules.find(({ name }) => name === 'max')?.args?.limit;
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
  if (list.length > max) return [{ field: path, message: `${path} must have at most ${max} entries` }];
  return list.flatMap((entry, index) => faultsOf(each, entry, `${path}[${index}]`));
}
