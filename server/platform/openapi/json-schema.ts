import { isDeepStrictEqual } from 'node:util';
import type { Schema } from 'joi';
import { fixJsonSchema, isNode, type JsonSchema } from './fixups.ts';

/** `input` describes requests, `output` replies, where a field with a default is always present. */
export type Direction = 'input' | 'output';

/** The named schemas of one document. */
export interface SchemaComponents {
  readonly schemas: Map<string, JsonSchema>;
  /** Names that recursive schemas refer to; each must be in `schemas` once the document is complete. */
  readonly linked: Set<string>;
}

/** The information that a schema may add to the API reference with `.meta()`. */
export interface SchemaMeta {
  /** Keywords that are added unchanged, such as `{ format: 'date-time' }` for a custom rule. */
  readonly json?: JsonSchema;
  /** The schema that the reference shows instead, for values that a handler checks itself. */
  readonly shownAs?: () => Schema;
}

/** The part of `schema.describe()` that is read here. */
interface Described {
  readonly flags?: { readonly presence?: string; readonly id?: string };
  readonly preferences?: { readonly presence?: string };
  readonly metas?: readonly SchemaMeta[];
  readonly examples?: readonly unknown[];
  readonly rules?: readonly DescribedRule[];
  readonly keys?: Readonly<Record<string, Described>>;
  readonly items?: readonly Described[];
  readonly matches?: readonly { readonly schema?: Described }[];
  readonly patterns?: readonly { readonly rule: Described }[];
}

interface DescribedRule {
  readonly name: string;
  /** `regex` with its slashes and flags. */
  readonly args?: { readonly regex?: string; readonly options?: { readonly invert?: boolean } };
}

interface Scope {
  readonly components: SchemaComponents;
  /** The `prefs({ presence })` of an enclosing schema, which applies to keys without their own presence. */
  readonly presence: string | undefined;
}

/**
 * The JSON Schema (draft 2020-12, the dialect of OpenAPI 3.1) of a Joi schema: Joi's own conversion, corrected, with examples and
 * extra keywords from metas. A schema with an `.id()` becomes the component of that name; every use of it is a reference.
 * @throws Error when two different schemas have one name.
 */
export function toJsonSchema(schema: Schema, direction: Direction, components: SchemaComponents): JsonSchema {
  const { json, described, scope } = convert(schema, direction, components);
  return annotate(json, described, scope);
}

/** The same for an object whose keys are used one by one: it is not a component, even when it has a name. */
export function toInlineSchema(schema: Schema, direction: Direction, components: SchemaComponents): JsonSchema {
  const { json, described, scope } = convert(schema, direction, components);
  return annotateInside(json, described, scope);
}

function convert(
  schema: Schema,
  direction: Direction,
  components: SchemaComponents,
): { json: JsonSchema; described: Described; scope: Scope } {
  const converted: JsonSchema = schema['~standard'].jsonSchema[direction]({ target: 'draft-2020-12' });
  const json = fixJsonSchema(converted, { closed: direction === 'output', linked: components.linked });
  return { json, described: schema.describe(), scope: { components, presence: undefined } };
}

function annotate(json: JsonSchema, described: Described, scope: Scope): JsonSchema {
  const node = annotateInside(json, described, scope);
  const name = described.flags?.id;
  return name === undefined ? node : register(name, node, scope.components);
}

/** Walks conversion and description in parallel, because Joi's conversion has neither names nor metas nor examples. */
function annotateInside(json: JsonSchema, described: Described, outer: Scope): JsonSchema {
  const scope = { ...outer, presence: described.preferences?.presence ?? outer.presence };
  const meta: SchemaMeta = Object.assign({}, ...(described.metas ?? []));
  if (meta.shownAs !== undefined) return toJsonSchema(meta.shownAs(), 'input', scope.components);
  return {
    ...withoutLoosePattern(json, described),
    ...annotatedKeys(json, described, scope),
    ...annotatedItems(json, described, scope),
    ...annotatedMatches(json, described, scope),
    ...annotatedPatterns(json, described, scope),
    ...(described.examples === undefined ? {} : { examples: described.examples }),
    ...meta.json,
  };
}

/** JSON Schema patterns have no flags and no negation, so a pattern that would refuse what Joi accepts is dropped. */
function withoutLoosePattern(json: JsonSchema, described: Described): JsonSchema {
  const patterns = described.rules?.filter(({ name }) => name === 'pattern') ?? [];
  if (!patterns.some(({ args }) => args?.options?.invert === true || /\/[a-z]*i[a-z]*$/.test(args?.regex ?? ''))) return json;
  const { pattern: _, ...rest } = json;
  return rest;
}

function annotatedKeys(json: JsonSchema, described: Described, scope: Scope): JsonSchema {
  const { properties, required } = json;
  const { keys } = described;
  if (!isNode(properties) || keys === undefined) return {};
  const entries = Object.entries(properties).map(([key, child]) => [key, annotateChild(child, keys[key], scope)]);
  const requiredKeys = new Set(Array.isArray(required) ? required : []);
  for (const [key, child] of Object.entries(keys)) if (presenceOf(child, scope) === 'required') requiredKeys.add(key);
  return { properties: Object.fromEntries(entries), ...(requiredKeys.size === 0 ? {} : { required: [...requiredKeys].sort() }) };
}

function presenceOf(child: Described, scope: Scope): string | undefined {
  return child.flags?.presence ?? child.preferences?.presence ?? scope.presence;
}

function annotatedItems(json: JsonSchema, described: Described, scope: Scope): JsonSchema {
  const [item, ...others] = described.items ?? [];
  const { items } = json;
  if (item === undefined || !isNode(items)) return {};
  if (others.length === 0) return { items: annotate(items, item, scope) };
  if (!Array.isArray(items['anyOf'])) return {};
  return { items: { ...items, anyOf: items['anyOf'].map((member, index) => annotateChild(member, described.items?.[index], scope)) } };
}

function annotatedMatches(json: JsonSchema, described: Described, scope: Scope): JsonSchema {
  const matches = described.matches;
  const keyword = (['anyOf', 'oneOf', 'allOf'] as const).find((name) => Array.isArray(json[name])) ?? 'anyOf';
  const members = json[keyword];
  if (matches === undefined || !Array.isArray(members) || matches.some((match) => match.schema === undefined)) return {};
  const offset = isNull(members[0]) && members.length > matches.length ? 1 : 0;
  return { [keyword]: members.map((member, index) => annotateChild(member, matches[index - offset]?.schema, scope)) };
}

function annotatedPatterns(json: JsonSchema, described: Described, scope: Scope): JsonSchema {
  const [pattern, ...others] = described.patterns ?? [];
  if (pattern === undefined || others.length > 0 || !isNode(json['additionalProperties'])) return {};
  return { additionalProperties: annotate(json['additionalProperties'], pattern.rule, scope) };
}

function annotateChild(child: unknown, described: Described | undefined, scope: Scope): unknown {
  return isNode(child) && described !== undefined ? annotate(child, described, scope) : child;
}

/** The component holds the schema without null, so that `Post` and `Post.allow(null)` share it. */
function register(name: string, node: JsonSchema, components: SchemaComponents): JsonSchema {
  const { bare, isNullable } = splitNull(node);
  const known = components.schemas.get(name);
  if (known !== undefined && !isDeepStrictEqual(known, bare)) throw new Error(`two different schemas are components named ${name}`);
  components.schemas.set(name, bare);
  const reference = { $ref: `#/components/schemas/${name}` };
  return isNullable ? { anyOf: [reference, { type: 'null' }] } : reference;
}

function splitNull(node: JsonSchema): { bare: JsonSchema; isNullable: boolean } {
  const { type, anyOf } = node;
  if (Array.isArray(type) && type.includes('null')) {
    const types = type.filter((name) => name !== 'null');
    const values = node['enum'];
    const bare = { ...node, type: types.length === 1 ? types[0] : types };
    return { bare: Array.isArray(values) ? { ...bare, enum: values.filter((value) => value !== null) } : bare, isNullable: true };
  }
  if (!Array.isArray(anyOf) || !anyOf.some(isNull)) return { bare: node, isNullable: false };
  return { bare: { ...node, anyOf: anyOf.filter((member) => !isNull(member)) }, isNullable: true };
}

function isNull(node: unknown): boolean {
  return isNode(node) && node['type'] === 'null';
}
