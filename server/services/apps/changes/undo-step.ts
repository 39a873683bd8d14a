import { isDeepStrictEqual } from 'node:util';

/** The recorded fields of a flag or segment, with JSON in place of its text. */
export type Fields = Readonly<Record<string, unknown>>;

export type Thing = 'flag' | 'segment';

/** A change as the audit log has it. */
export interface Recorded {
  readonly action: string;
  readonly target: string | null;
  readonly before: Fields | null;
  readonly after: Fields | null;
}

/** The way back from a change. */
export interface UndoStep {
  readonly thing: Thing;
  readonly key: string;
  /** The fields that the change left; null when it deleted. */
  readonly left: Fields | null;
  /** The fields to go back to; null when the change created. */
  readonly back: Fields | null;
}

const DEFAULTS: Readonly<Record<Thing, Fields>> = {
  flag: { isEnabled: false, description: null, config: null, valueType: 'boolean', targeting: null, kind: 'release' },
  segment: { name: null, conditions: [] },
};
const JSON_FIELDS = new Set(['config', 'targeting', 'conditions']);

/** null for a change that has no way back: of something else than a flag or segment, or without a difference. */
export function undoStepOf({ action, target, before, after }: Recorded): UndoStep | null {
  const [, thing, verb] = /^(flag|segment)\.(created|changed|deleted)$/.exec(action) ?? [];
  if (target === null || (thing !== 'flag' && thing !== 'segment')) return null;
  const step = { thing, key: target.slice(thing.length + 1) } as const;
  if (verb === 'created') return after && { ...step, left: { ...DEFAULTS[thing], ...after }, back: null };
  if (verb === 'deleted') return before && { ...step, left: null, back: { ...DEFAULTS[thing], ...before } };
  if (before === null || after === null || Object.keys(before).length === 0) return null;
  return { ...step, left: after, back: before };
}

/** Whether the present fields are those that the change left. `present` is null when there is no such flag or segment. */
export function isAsLeft({ thing, left }: UndoStep, present: Fields | null): boolean {
  if (left === null || present === null) return left === present;
  return Object.keys(DEFAULTS[thing])
    .filter((name) => name in left)
    .every((name) => isDeepStrictEqual(left[name], present[name]));
}

/** The fields with parsed JSON. null for everything that is not an object. */
export function fieldsOf(value: unknown): Fields | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, JSON_FIELDS.has(name) ? parsed(field) : field]));
}

function parsed(field: unknown): unknown {
  return typeof field === 'string' ? (JSON.parse(field) as unknown) : field;
}
