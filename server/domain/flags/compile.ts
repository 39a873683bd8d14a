import { compileConditions, type Test } from './conditions.ts';
import { TARGETING_KEY } from './context.ts';
import type { Requirement, Rule, SegmentRule, Serve, Split, Step, Targeting, ValueType, Variant } from './targeting.ts';

/** A flag as its app stores it. */
export interface FlagSource {
  readonly key: string;
  readonly isEnabled: boolean;
  readonly valueType: ValueType;
  readonly config: Record<string, unknown> | null;
  /** null for a flag that is the same for everybody. */
  readonly targeting: Targeting | null;
}

/** A flag with everything prepared that does not depend on a request. */
export interface CompiledFlag extends Omit<FlagSource, 'targeting'> {
  readonly isTargeted: boolean;
  /** Milliseconds since 1970; infinite when not given. */
  readonly startAt: number;
  readonly stopAt: number;
  readonly requires: readonly Requirement[];
  readonly rules: readonly CompiledRule[];
  /** null is off. */
  readonly otherwise: Serving | null;
}

export interface CompiledRule {
  readonly fits: Test;
  /** In the order of their time; the last that has come counts. */
  readonly ramp: readonly Ramp[];
  readonly stickiness: string;
  readonly salt: string;
  readonly serving: Serving;
}

export interface Ramp {
  readonly at: number;
  readonly percentage: number;
}

/** The drawn variant is served, or just on when there is nothing to draw from. */
export interface Serving {
  /** Without those of no weight. */
  readonly draw: readonly Weighted[];
  readonly total: number;
}

interface Weighted {
  readonly variant: Variant;
  readonly upTo: number;
}

const NEVER: Test = () => false;
const ON: Serving = { draw: [], total: 0 };

/** Prepares a flag with the segments of its app. A rule with an unknown segment fits no one. */
export function compileFlag({ targeting, ...flag }: FlagSource, segments: ReadonlyMap<string, Test>): CompiledFlag {
  if (targeting === null)
    return { ...flag, isTargeted: false, startAt: -Infinity, stopAt: Infinity, requires: [], rules: [], otherwise: ON };
  const { variants = [], rules, otherwise = 'off', requires = [], startAt, stopAt, steps = [] } = targeting;
  return {
    ...flag,
    isTargeted: true,
    startAt: startAt ? Date.parse(startAt) : -Infinity,
    stopAt: stopAt ? Date.parse(stopAt) : Infinity,
    requires,
    rules: rules.map((rule) => compileRule(rule, { flagKey: flag.key, segments, variants, steps })),
    otherwise: otherwise === 'off' ? null : servingOf(otherwise.serve, variants),
  };
}

export function compileSegments(segments: readonly SegmentRule[]): Map<string, Test> {
  return new Map(segments.map(({ key, conditions }) => [key, compileConditions(conditions)]));
}

interface RuleSurroundings {
  readonly flagKey: string;
  readonly segments: ReadonlyMap<string, Test>;
  readonly variants: readonly Variant[];
  readonly steps: readonly Step[];
}

function compileRule(rule: Rule, { flagKey, segments, variants, steps }: RuleSurroundings): CompiledRule {
  const { when = [], percentage = 100, stickiness = TARGETING_KEY, salt = flagKey, serve } = rule;
  const own = compileConditions(when);
  const shared = (rule.segments ?? []).map((key) => segments.get(key) ?? NEVER);
  return {
    fits: shared.length === 0 ? own : (context) => own(context) && shared.every((test) => test(context)),
    ramp: [{ at: -Infinity, percentage }, ...rampOf(rule.id, steps)],
    stickiness,
    salt,
    serving: servingOf(serve, variants),
  };
}

function rampOf(rule: string, steps: readonly Step[]): Ramp[] {
  const ramp = steps.filter((step) => step.rule === rule).map(({ at, percentage }) => ({ at: Date.parse(at), percentage }));
  return ramp.toSorted((a, b) => a.at - b.at);
}

function servingOf(serve: Serve | undefined, variants: readonly Variant[]): Serving {
  const split = splitOf(serve, variants);
  const byKey = new Map(variants.map((variant) => [variant.key, variant]));
  const draw: Weighted[] = [];
  let total = 0;
  for (const { variant: key, weight } of split) {
    const variant = byKey.get(key);
    if (variant === undefined || weight <= 0) continue;
    total += weight;
    draw.push({ variant, upTo: total });
  }
  return { draw, total };
}

function splitOf(serve: Serve | undefined, variants: readonly Variant[]): readonly Split[] {
  if (serve === undefined) return variants.map(({ key, weight }) => ({ variant: key, weight }));
  return typeof serve === 'string' ? [{ variant: serve, weight: 1 }] : serve.split;
}
