import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type CompiledFlag, compileFlag, compileSegments } from '../../../../server/domain/flags/compile.ts';
import { contextOf, type EvaluationContext } from '../../../../server/domain/flags/context.ts';
import { evaluate } from '../../../../server/domain/flags/evaluate.ts';
import type { Evaluation } from '../../../../server/domain/flags/outcomes.ts';
import type { Targeting } from '../../../../server/domain/flags/targeting.ts';
import { DEFAULT_STICKINESS, ownVariants, segmentOf, targetingOf, type UnleashFeature, type UnleashSegment } from './unleash-adapter.ts';

type UnleashContext = Readonly<Record<string, unknown>> & { readonly properties?: Readonly<Record<string, unknown>> };

interface Case {
  readonly description: string;
  readonly context: UnleashContext;
  readonly toggleName: string;
}

interface Specification {
  readonly name: string;
  readonly state: { readonly features?: readonly UnleashFeature[]; readonly segments?: readonly UnleashSegment[] };
  readonly tests?: readonly (Case & { readonly expectedResult: boolean })[];
  readonly variantTests?: readonly (Case & { readonly expectedResult: Readonly<Record<string, unknown>> })[];
}

const folder = createRequire(import.meta.url)
  .resolve('@unleash/client-specification/specifications/index.json')
  .replace(/[^/]+$/, '');
const NOW = new Date('2026-11-23T12:00:00Z');

/** The cases that fail on purpose, by reason. */
const EXCEPTIONS: Readonly<Record<string, readonly string[]>> = {
  'a rollout to everybody needs no user, so that it is the same as none': [
    '03-gradual-rollout-user-id-strategy: Feature.A3 should be disabled when no user on context',
    '04-gradual-rollout-session-id-strategy: Feature.A4 should be disabled when no user on context',
  ],
  'versions are read as leniently as those of the update check': [
    '14-constraint-semver-operators: F8.invalidSemverWithLeadingV - invalid semver resolves to false',
  ],
  'no name of a variant is reserved': [
    "17-dependent-features: Child is enabled if its parent's default variant is satisfied.",
    "17-dependent-features: Child yields its variant when the parent's default variant is met.",
  ],
  'regular expressions are left out, because some take exponential time': [
    'Basic email match should be enabled when regex matches',
    "Sanity check for 'Null value should result in toggle being disabled'",
    'R01 matches basic email-ish',
    'R02 matches user + 3 digits',
    'R03 matches ASCII alpha only',
    'R04 matches whole word cat',
    'R05 matches foo',
    'R05 matches fo',
    "R06 matches abc (optional 'ab')",
    'R06 matches c',
    "R07 matches aaaa (4 a's)",
    'R08 non-greedy still matches full string ending in b',
    'R09 (?i) matches different case',
    'Global case-insensitive matches different case',
    'Regex constraint is case sensitive by default (validate)',
    'Inverted constraint should enable when regex does not match',
    "R10 (?m) matches line 'foo' inside multiline string",
    'R11 (?s) dot matches newline',
  ].map((title) => `21-regex-constraint-operators: ${title}`),
  'networks are left out, because the address of a phone says little': [
    'Exact IP match should be enabled',
    'CIDR range should enable matching IP',
    'Valid CIDR should match even when invalid entries exist',
    'Exact IPv6 match should be enabled',
    'IPv6 CIDR range should enable matching IP',
    'Valid IPv6 CIDR should match even when invalid entries exist',
  ].map((title) => `22-cidr-constraint-operator: ${title}`),
};

describe('the evaluation of flags by the Unleash specification', () => {
  const outcomes = specifications().flatMap(run);

  it('passes all 275 cases except the 29 named ones', () => {
    const failed = outcomes.filter(({ isPassed }) => !isPassed).map(({ title }) => title);
    assert.deepEqual(failed.toSorted(), Object.values(EXCEPTIONS).flat().toSorted());
    assert.deepEqual([outcomes.length, outcomes.length - failed.length], [275, 246]);
  });
});

function specifications(): Specification[] {
  const names: string[] = JSON.parse(readFileSync(`${folder}index.json`, 'utf8'));
  const all: Specification[] = names.map((name) => JSON.parse(readFileSync(folder + name, 'utf8')));
  // the delta API is a protocol between Unleash's server and its clients
  return all.filter(({ state }) => state.features !== undefined);
}

function run({ name, state, tests = [], variantTests = [] }: Specification): { title: string; isPassed: boolean }[] {
  const decide = evaluator(state.features ?? [], state.segments ?? []);
  return [
    ...tests.map((one) => ({ title: `${name}: ${one.description}`, isPassed: decide(one).enabled === one.expectedResult })),
    ...variantTests.map((one) => {
      const { expectedResult } = one;
      const actual = decide(one);
      const { feature_enabled: isOn, featureEnabled = isOn, name: variant, payload } = expectedResult;
      const expected = { feature: featureEnabled, name: variant, payload };
      return { title: `${name}: ${one.description}`, isPassed: isDeepEqual({ feature: actual.enabled, ...actual.variant }, expected) };
    }),
  ];
}

function isDeepEqual(actual: unknown, expected: unknown): boolean {
  return JSON.stringify(actual) === JSON.stringify(expected);
}

interface Decision {
  readonly enabled: boolean;
  readonly variant: { readonly name: string; readonly payload?: unknown };
}

function evaluator(features: readonly UnleashFeature[], segments: readonly UnleashSegment[]): (one: Case) => Decision {
  const tests = compileSegments(segments.map(segmentOf));
  const compile = (feature: UnleashFeature, targeting: Targeting, isEnabled: boolean): CompiledFlag =>
    compileFlag({ key: feature.name, isEnabled, valueType: 'object', config: null, targeting }, tests);
  const flags = new Map(features.map((feature) => [feature.name, compile(feature, targetingOf(feature, features), feature.enabled)]));
  const own = new Map(features.map((feature) => [feature.name, compile(feature, ownVariants(feature), true)]));
  return ({ toggleName, context }) => {
    const input = { context: adapt(context), at: NOW.getTime() };
    const [flag, fallback] = [flags.get(toggleName), own.get(toggleName)];
    if (flag === undefined || fallback === undefined) return { enabled: false, variant: { name: 'disabled' } };
    const evaluation = evaluate(flags, flag, input);
    const drawn = evaluation.variant ?? (evaluation.isOn ? evaluate(own, fallback, input).variant : null);
    return { enabled: evaluation.isOn, variant: variantOf(drawn) };
  };
}

function variantOf(variant: Evaluation['variant']): Decision['variant'] {
  return variant === null ? { name: 'disabled' } : (variant.value as Decision['variant']);
}

function adapt({ properties, ...context }: UnleashContext): EvaluationContext {
  const sticky = context['userId'] ?? context['sessionId'];
  return contextOf({
    currentTime: NOW.toISOString(),
    ...(sticky === undefined ? {} : { [DEFAULT_STICKINESS]: sticky }),
    ...properties,
    ...context,
  });
}
