import Joi, { type Schema } from 'joi';
import { servedRows } from '../documents/inventory.ts';

/** A schema that has no parts, and where it is. */
export interface Leaf {
  readonly place: string;
  readonly schema: Schema;
}

/** Every field of the query and the body of every endpoint, at every depth. */
export function requestLeaves(): Leaf[] {
  return servedRows().flatMap(({ endpoint, method, address }) =>
    (['query', 'body'] as const).flatMap((part) => leavesOf(endpoint[part], `${method} ${address} ${part}`)),
  );
}

/** The value that a field takes; undefined when it refuses the value. */
export function taken({ schema }: Leaf, value: unknown): unknown {
  const { error, value: read } = Joi.object({ it: schema.required() }).validate({ it: value });
  return error === undefined ? read.it : undefined;
}

function leavesOf(schema: Schema | undefined, place: string): Leaf[] {
  if (schema === undefined) return [];
  const { keys, items, matches } = schema.$_terms as Record<string, { key?: string; schema?: Schema }[] | Schema[] | null | undefined>;
  if (keys) return (keys as { key: string; schema: Schema }[]).flatMap((one) => leavesOf(one.schema, `${place}.${one.key}`));
  if (items && items.length > 0) return (items as Schema[]).flatMap((one) => leavesOf(one, `${place}[]`));
  const options = ((matches ?? []) as { schema?: Schema }[]).flatMap((one) => leavesOf(one.schema, place));
  return [{ place, schema }, ...options.filter((leaf) => leaf.place !== place)];
}
