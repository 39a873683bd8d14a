import type { Condition, Targeting } from './targeting.ts';

/** Values that a request for all flags of an app is compared with, at most. Comparing with all takes a few milliseconds. */
export const MAX_COMPARISONS = 100_000;

/** The values of conditions; one without values is a comparison too. */
export function comparisonsOf(conditions: readonly Condition[]): number {
  return conditions.reduce((sum, { values }) => sum + Math.max(1, values.length), 0);
}

/** Those of the rules of a flag. The segments that they name are compared once for all flags, so they are not counted here. */
export function comparisonsOfRules(targeting: Targeting | null): number {
  return (targeting?.rules ?? []).reduce((sum, { when = [] }) => sum + comparisonsOf(when), 0);
}
