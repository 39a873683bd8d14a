import { allOf, type ConditionList, compileEach, listOf, sharedList, type Test } from './conditions/conditions.ts';
import { TARGETING_KEY } from './context.ts';
import { type Salt, saltOf } from './murmur3.ts';
import { Outcomes } from './outcomes.ts';
import { type Drawing, ON, type Serving, servingOf } from './serving.ts';
import type { Requirement, Rule, SegmentRule, Step, Targeting, ValueType } from './targeting.ts';

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
  readonly id: string;
  /** Its own conditions and those of each segment; all must be true. */
  readonly parts: readonly ConditionList[];
  readonly fits: Test;
  /** Before the first step. */
  readonly percentage: number;
  /** The steps in the order of their time; the last that has come counts. */
  readonly ramp: readonly Ramp[];
  readonly stickiness: string;
  readonly salt: Salt;
  readonly serving: Serving;
}

export interface Ramp {
  readonly at: number;
  readonly percentage: number;
}

/** The segments of an app by key. */
export type CompiledSegments = ReadonlyMap<string, ConditionList>;

const NEVER = listOf([{ attribute: null, test: () => false }]);

const UNTARGETED = { isTargeted: false, startAt: -Infinity, stopAt: Infinity, requires: [], rules: [], otherwise: ON } as const;

/** Prepares a flag with the segments of its app. A rule with an unknown segment fits no one. */
export function compileFlag(source: FlagSource, segments: CompiledSegments): CompiledFlag {
  // written out: objects that begin with a spread have a shape of their own each, which would slow every evaluation
  const { key, isEnabled, valueType, config, targeting } = source;
  if (targeting === null) return { key, isEnabled, valueType, config, ...UNTARGETED };
  const { variants = [], rules, otherwise = 'off', requires = [], startAt, stopAt, steps = [] } = targeting;
  const surroundings = { segments, steps, variants, outcomes: new Outcomes(valueType), salt: saltOf(key) };
  return {
    key,
    isEnabled,
    valueType,
    config,
    isTargeted: true,
    startAt: startAt ? Date.parse(startAt) : -Infinity,
    stopAt: stopAt ? Date.parse(stopAt) : Infinity,
    requires,
    rules: rules.map((rule) => compileRule(rule, surroundings)),
    otherwise: otherwise === 'off' ? null : servingOf(otherwise.serve, ['STATIC', 'STATIC'], surroundings),
  };
}

export function compileSegments(segments: readonly SegmentRule[]): CompiledSegments {
  return new Map(segments.map(({ key, conditions }) => [key, sharedList(compileEach(conditions))]));
}

interface Surroundings extends Drawing {
  readonly segments: CompiledSegments;
  readonly steps: readonly Step[];
}

function compileRule(rule: Rule, surroundings: Surroundings): CompiledRule {
  const { when = [], percentage = 100, stickiness = TARGETING_KEY, serve } = rule;
  const { segments, steps } = surroundings;
  const own = when.length === 0 ? [] : [listOf(compileEach(when))];
  const parts = [...own, ...(rule.segments ?? []).map((key) => segments.get(key) ?? NEVER)];
  const salt = rule.salt === undefined ? surroundings.salt : saltOf(rule.salt);
  return {
    id: rule.id,
    parts,
    fits: allOf(parts.map(({ fits }) => fits)),
    percentage,
    ramp: rampOf(rule.id, steps),
    stickiness,
    salt,
    serving: servingOf(serve, ['TARGETING_MATCH', 'SPLIT'], { ...surroundings, salt }),
  };
}

function rampOf(rule: string, steps: readonly Step[]): Ramp[] {
  const ramp = steps.filter((step) => step.rule === rule).map(({ at, percentage }) => ({ at: Date.parse(at), percentage }));
  return ramp.toSorted((a, b) => a.at - b.at);
}
