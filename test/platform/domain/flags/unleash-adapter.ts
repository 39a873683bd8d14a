import type { Condition, Operator, Requirement, Rule, SegmentRule, Targeting, Variant } from '../../../../server/domain/flags/targeting.ts';

/** The documents of Unleash's client specification, translated into the targeting of this project. */

export interface UnleashConstraint {
  readonly contextName: string;
  readonly operator: string;
  readonly values?: readonly string[];
  readonly value?: string;
  readonly inverted?: boolean;
  readonly caseInsensitive?: boolean;
}

interface UnleashVariant {
  readonly name: string;
  readonly weight: number;
  readonly payload?: unknown;
  readonly stickiness?: string;
  readonly overrides?: readonly { readonly contextName: string; readonly values: readonly string[] }[];
}

interface UnleashStrategy {
  readonly name: string;
  readonly parameters?: Readonly<Record<string, string | number>>;
  readonly constraints?: readonly UnleashConstraint[];
  readonly segments?: readonly number[];
  readonly variants?: readonly UnleashVariant[];
}

export interface UnleashFeature {
  readonly name: string;
  readonly enabled: boolean;
  readonly strategies?: readonly UnleashStrategy[];
  readonly variants?: readonly UnleashVariant[];
  readonly dependencies?: readonly { readonly feature: string; readonly enabled?: boolean; readonly variants?: readonly string[] }[];
}

export interface UnleashSegment {
  readonly id: number;
  readonly constraints: readonly UnleashConstraint[];
}

/** Unleash's default stickiness is the user, else the session; here it is an attribute that the context gets. */
export const DEFAULT_STICKINESS = 'defaultStickiness';

const PREFIXES: Readonly<Record<string, string>> = { STR: '', NUM: 'num_', DATE: 'date_', SEMVER: 'version_' };

/** A feature as targeting. The variant keys carry the place of their strategy, because names are unique only within one. */
export function targetingOf({ strategies = [], dependencies = [] }: UnleashFeature, features: readonly UnleashFeature[]): Targeting {
  return {
    variants: strategies.flatMap((strategy, index) => (strategy.variants ?? []).map((variant) => variantOf(variant, index))),
    rules: strategies.map(ruleOf),
    requires: dependencies.map(({ feature, enabled = true, variants }) => requirementOf(feature, enabled, { variants, features })),
    ...(strategies.length === 0 ? { otherwise: {} } : {}),
  };
}

/** The variants of the feature itself, which are drawn when the strategy that decided has none. */
export function ownVariants({ name, variants = [] }: UnleashFeature): Targeting {
  const overrides = variants.flatMap((variant) => (variant.overrides ?? []).map((override) => ({ ...override, variant: variant.name })));
  const stickiness = stickinessOf(variants[0]?.stickiness);
  return {
    variants: variants.map(({ name: key, weight, payload }) => ({ key, weight, value: { name: key, payload } })),
    rules: [
      ...overrides.map(({ contextName, values, variant }, index) => ({
        id: `override${index}`,
        when: [{ attribute: contextName, operator: 'in' as const, values: [...values] }],
        serve: variant,
      })),
      { id: 'draw', salt: name, stickiness },
    ],
  };
}

export function segmentOf({ id, constraints }: UnleashSegment): SegmentRule {
  return { key: String(id), conditions: constraints.map(conditionOf) };
}

function variantOf({ name, weight, payload }: UnleashVariant, strategy: number): Variant {
  return { key: `${strategy}/${name}`, weight, value: { name, payload } };
}

function requirementOf(
  feature: string,
  on: boolean,
  { variants, features }: { readonly variants: readonly string[] | undefined; readonly features: readonly UnleashFeature[] },
): Requirement {
  const parent = features.find(({ name }) => name === feature);
  if (variants === undefined) return { flag: feature, on };
  const count = parent?.strategies?.length ?? 0;
  return { flag: feature, on, variants: variants.flatMap((name) => Array.from({ length: count }, (_, index) => `${index}/${name}`)) };
}

function ruleOf({ name, parameters = {}, constraints = [], segments = [], variants = [] }: UnleashStrategy, index: number): Rule {
  const { groupId, rollout, percentage = rollout ?? 100, stickiness, userIds, IPs } = parameters;
  const lists = [
    { attribute: 'userId', list: userIds },
    { attribute: 'remoteAddress', list: IPs },
  ].filter(({ list }) => list !== undefined);
  const inLists = lists.map(({ attribute, list }) => ({ attribute, operator: 'in' as const, values: listOf(list) }));
  return {
    id: `strategy${index}`,
    when: [...(KNOWN.has(name) ? [] : [NEVER]), ...inLists, ...constraints.map(conditionOf)],
    segments: segments.map(String),
    percentage: Number(percentage),
    stickiness: STICKINESS[name] ?? stickinessOf(stickiness === undefined ? undefined : String(stickiness)),
    ...(groupId === undefined ? {} : { salt: String(groupId) }),
    serve: { split: variants.map(({ name: variant, weight }) => ({ variant: `${index}/${variant}`, weight })) },
  };
}

const KNOWN = new Set([
  ...['default', 'userWithId', 'remoteAddress', 'flexibleRollout'],
  ...['gradualRolloutUserId', 'gradualRolloutSessionId', 'gradualRolloutRandom'],
]);
const STICKINESS: Readonly<Record<string, string>> = { gradualRolloutUserId: 'userId', gradualRolloutSessionId: 'sessionId' };
const NEVER: Condition = { attribute: 'unknown strategy', operator: 'in', values: [] };

function stickinessOf(stickiness = 'default'): string {
  return stickiness === 'default' || stickiness === 'random' ? DEFAULT_STICKINESS : stickiness;
}

function listOf(list: string | number | undefined): string[] {
  return String(list ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

function conditionOf({ contextName, operator, values = [], value, inverted, caseInsensitive }: UnleashConstraint): Condition {
  const isNotIn = operator === 'NOT_IN';
  return {
    attribute: contextName,
    operator: isNotIn ? 'in' : operatorOf(operator),
    values: value === undefined ? [...values] : [value],
    not: isNotIn !== (inverted === true),
    ignoreCase: caseInsensitive === true,
  };
}

/** An operator that is unknown here stays unknown. */
function operatorOf(operator: string): Operator {
  const [, family = '', rest = ''] = /^([A-Z]+)_(.*)$/.exec(operator) ?? [];
  const prefix = PREFIXES[family];
  return (prefix === undefined ? operator : prefix + rest).toLowerCase() as Operator;
}
