export type JsonSchema = Record<string, unknown>;

interface FixupOptions {
  /** Whether objects stay closed. In requests they are open: unknown fields are dropped, not refused. */
  readonly closed: boolean;
  /** Collects the names that recursive schemas refer to. */
  readonly linked: Set<string>;
}

const MAPS = ['properties', 'patternProperties'] as const;
const SINGLES = ['items', 'additionalProperties', 'contains', 'unevaluatedItems'] as const;
const LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems'] as const;

/** Corrects, at every depth, where Joi's conversion to JSON Schema is wrong or differs from the server's behaviour. */
export function fixJsonSchema(json: JsonSchema, options: FixupOptions): JsonSchema {
  const { $defs: _, ...node } = json;
  for (const key of MAPS) if (isNode(node[key])) node[key] = mapValues(node[key], (child) => fixChild(child, options));
  for (const key of SINGLES) if (key in node) node[key] = fixChild(node[key], options);
  for (const key of LISTS) if (Array.isArray(node[key])) node[key] = node[key].map((child) => fixChild(child, options));
  if (!options.closed && node['additionalProperties'] === false) delete node['additionalProperties'];
  return withOuterDescription(withoutEmptyText(withComponentRef(withNull(withMapValues(withoutSingleChoice(node))), options.linked)));
}

function fixChild(child: unknown, options: FixupOptions): unknown {
  return isNode(child) ? fixJsonSchema(child, options) : child;
}

/** Joi writes a map with any keys as a pattern that matches every key, which code generators read as an empty object. */
function withMapValues(node: JsonSchema): JsonSchema {
  const { patternProperties, additionalProperties: _, ...rest } = node;
  if (!isNode(patternProperties) || Object.keys(patternProperties).join() !== '.*') return node;
  return { ...rest, additionalProperties: patternProperties['.*'] };
}

/** Joi writes a field whose presence depends on another one (`when`) as a choice between one schema. */
function withoutSingleChoice(node: JsonSchema): JsonSchema {
  if (!Array.isArray(node['anyOf']) || node['anyOf'].length !== 1 || !isNode(node['anyOf'][0])) return node;
  const { anyOf: _, ...rest } = node;
  return { ...rest, ...node['anyOf'][0] };
}

/** Joi omits null from `enum`, and nests the types when there are several (`[['string', 'number'], 'null']`). */
function withNull(node: JsonSchema): JsonSchema {
  if (!Array.isArray(node['type'])) return node;
  const type = node['type'].flat();
  const values = node['enum'];
  if (!Array.isArray(values) || !type.includes('null') || values.includes(null)) return { ...node, type };
  return { ...node, type, enum: [...values, null] };
}

/** The target of a link is a component, because `$defs` inside a part of the document cannot be found from its root. */
function withComponentRef(node: JsonSchema, linked: Set<string>): JsonSchema {
  const ref = node['$ref'];
  if (typeof ref !== 'string') return node;
  const name = /^#\/\$defs\/([^/]+)$/.exec(ref)?.[1];
  if (name === undefined) throw new Error(`a Joi link must name an id, as in Joi.link('#Comment'); this one became ${ref}`);
  linked.add(name);
  return { ...node, $ref: `#/components/schemas/${name}` };
}

/** `{anyOf: [<text of any length>, {enum: ['']}]}` means the same as its first member. */
function withoutEmptyText(node: JsonSchema): JsonSchema {
  if (!Array.isArray(node['anyOf']) || !node['anyOf'].some(isTextOfAnyLength)) return node;
  const { anyOf, ...rest } = { ...node, anyOf: node['anyOf'].filter((member) => !isEmptyText(member)) };
  const [only, ...others] = anyOf;
  return others.length === 0 ? { ...rest, ...only } : { ...rest, anyOf };
}

/** Joi describes a nullable text inside `anyOf`, where most tools do not look for the description of a field. */
function withOuterDescription(node: JsonSchema): JsonSchema {
  const members = node['anyOf'];
  if (!Array.isArray(members)) return node;
  const described: unknown = members.find((member) => isNode(member) && typeof member['description'] === 'string');
  if (!isNode(described) || !members.some((member) => isNode(member) && member['type'] === 'null')) return node;
  const { description, ...rest } = described;
  return { ...node, description, anyOf: members.map((member: unknown) => (member === described ? rest : member)) };
}

function isTextOfAnyLength(member: unknown): boolean {
  return isNode(member) && member['type'] === 'string' && (member['minLength'] ?? 0) === 0;
}

function isEmptyText(member: unknown): boolean {
  return isNode(member) && Array.isArray(member['enum']) && member['enum'].length === 1 && member['enum'][0] === '';
}

function mapValues(map: JsonSchema, change: (value: unknown) => unknown): JsonSchema {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, change(value)]));
}

export function isNode(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
