import type { Fault } from '../../platform/errors.ts';
import { readExactTime } from '../../platform/instant.ts';
import { readBuild, readNumber, readVersion } from './conditions/attribute-value.ts';
import { VERSION_CODE } from './context.ts';
import type { Condition, Rule, Scalar, Serve, Targeting, ValueType, Variant } from './targeting.ts';

/** The parts of an app that the targeting of a flag may name. */
export interface Surroundings {
  readonly valueType: ValueType;
  readonly segments: ReadonlySet<string>;
  /** The targeting of the other flags by key. */
  readonly others: ReadonlyMap<string, Targeting | null>;
}

/** Everything in the targeting that names something unknown or contradicts itself, with its path. */
export function targetingFaults(targeting: Targeting, { valueType, segments, others }: Surroundings): Fault[] {
  const { variants = [], rules, otherwise, steps = [], startAt, stopAt } = targeting;
  const keys = new Set(variants.map(({ key }) => key));
  const ruleIds = new Set(rules.map(({ id }) => id));
  return [
    ...repeated(variants.map(({ key }) => key)).map((index) => fault(`variants[${index}].key`, 'is the key of an earlier variant')),
    ...variants.flatMap((variant, index) => valueFaults(variant, index, valueType)),
    ...(variants.length > 0 && total(variants) === 0 ? [fault('variants', 'must have a weight above 0')] : []),
    ...repeated(rules.map(({ id }) => id)).map((index) => fault(`rules[${index}].id`, 'is the id of an earlier rule')),
    ...rules.flatMap((rule, index) => ruleFaults(rule, `rules[${index}]`, { keys, segments })),
    ...(typeof otherwise === 'object' ? serveFaults(otherwise.serve, 'otherwise.serve', keys) : []),
    ...requirementFaults(targeting, others),
    ...steps.flatMap(({ rule }, index) => (ruleIds.has(rule) ? [] : [fault(`steps[${index}].rule`, 'is not the id of a rule')])),
    ...(startAt && stopAt && Date.parse(startAt) >= Date.parse(stopAt) ? [fault('stopAt', 'must be after startAt')] : []),
  ];
}

/** Why an operator cannot compare an attribute with a value that is given now; null when it can. */
export function valueFault({ attribute, operator }: Partial<Pick<Condition, 'attribute' | 'operator'>>, value: Scalar): string | null {
  const [family = ''] = String(operator).split('_');
  const reader = attribute === VERSION_CODE && family === 'num' ? CODE_READER : READERS[family];
  return reader === undefined || reader.canRead(value) ? null : reader.must;
}

const READERS: Readonly<Record<string, { canRead(value: Scalar): boolean; must: string }>> = {
  num: {
    canRead: (value) => Math.abs(readNumber(value) ?? Infinity) <= Number.MAX_SAFE_INTEGER,
    must: `must be a number, at most ${Number.MAX_SAFE_INTEGER} from zero`,
  },
  date: {
    canRead: (value) => typeof value === 'string' && readExactTime(value) !== null,
    must: 'must be a date of the calendar such as 2026-01-31, or a time with an offset such as 2026-01-31T20:00:00Z',
  },
  version: { canRead: (value) => readVersion(value) !== null, must: 'must be a version such as 1.4.2' },
};

const CODE_READER = { canRead: (value: Scalar) => readBuild(value) !== null, must: 'must be a number, or numbers with dots between them' };

interface Known {
  readonly keys: ReadonlySet<string>;
  readonly segments: ReadonlySet<string>;
}

function ruleFaults({ segments = [], serve }: Rule, path: string, known: Known): Fault[] {
  const unknown = segments.flatMap((key, index) =>
    known.segments.has(key) ? [] : [fault(`${path}.segments[${index}]`, 'is not the key of a segment')],
  );
  return [...unknown, ...serveFaults(serve, `${path}.serve`, known.keys)];
}

function serveFaults(serve: Serve | undefined, path: string, keys: ReadonlySet<string>): Fault[] {
  if (serve === undefined) return [];
  if (typeof serve === 'string') return keys.has(serve) ? [] : [fault(path, 'is not the key of a variant')];
  const unknown = serve.split.flatMap(({ variant }, index) =>
    keys.has(variant) ? [] : [fault(`${path}.split[${index}].variant`, 'is not the key of a variant')],
  );
  return total(serve.split) === 0 ? [...unknown, fault(`${path}.split`, 'must have a weight above 0')] : unknown;
}

function requirementFaults({ requires = [] }: Targeting, others: ReadonlyMap<string, Targeting | null>): Fault[] {
  return requires.flatMap(({ flag, variants = [] }, index) => {
    const parent = others.get(flag);
    if (parent === undefined) return [fault(`requires[${index}].flag`, 'is not the key of another flag')];
    const keys = new Set(parent?.variants?.map(({ key }) => key));
    return variants.flatMap((key, at) =>
      keys.has(key) ? [] : [fault(`requires[${index}].variants[${at}]`, `is not a variant of ${flag}`)],
    );
  });
}

function valueFaults({ value }: Variant, index: number, valueType: ValueType): Fault[] {
  return typeOf(value) === valueType ? [] : [fault(`variants[${index}].value`, `must be ${ARTICLES[valueType]} ${valueType}`)];
}

const ARTICLES: Readonly<Record<ValueType, string>> = { boolean: 'a', string: 'a', number: 'a', object: 'an' };

function typeOf(value: unknown): string {
  return Array.isArray(value) || value === null ? 'other' : typeof value;
}

function repeated(keys: readonly string[]): number[] {
  return keys.flatMap((key, index) => (keys.indexOf(key) < index ? [index] : []));
}

function total(weighted: readonly { readonly weight: number }[]): number {
  return weighted.reduce((sum, { weight }) => sum + weight, 0);
}

function fault(path: string, reason: string): Fault {
  return { field: `targeting.${path}`, message: `targeting.${path} ${reason}` };
}
