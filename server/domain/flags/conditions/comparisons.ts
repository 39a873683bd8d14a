import type { Condition, Targeting } from '../targeting.ts';
import { fold } from './attribute-value.ts';

/** Values that a request for all flags of an app is compared with, at most. Comparing with all takes a few milliseconds. */
export const MAX_COMPARISONS = 100_000;
/** A search prepares each text once for each length of the values that are searched in it, which takes about 10 microseconds. */
export const MAX_SEARCHES = 500;

/** The work of a request for all flags of an app. */
export interface Work {
  readonly comparisons: number;
  /** The texts that are searched, each with a length of values that are searched in it. */
  readonly searches: ReadonlySet<string>;
}

export const NO_WORK: Work = { comparisons: 0, searches: new Set() };

/** The values of conditions; one without values is a comparison too. */
export function workOf(conditions: readonly Condition[]): Work {
  return {
    comparisons: conditions.reduce((sum, { values }) => sum + Math.max(1, values.length), 0),
    searches: new Set(conditions.flatMap(searchesOf)),
  };
}

/**
 * That of the rules of a flag, of which each takes at least a comparison. The segments that they name are compared once for all flags, so
 * they are not counted here.
 */
export function workOfRules(targeting: Targeting | null): Work {
  const works = (targeting?.rules ?? []).map(({ when = [] }) => workOf(when));
  return sumOf(works.map((work) => ({ ...work, comparisons: Math.max(1, work.comparisons) })));
}

export function sumOf(works: readonly Work[]): Work {
  return {
    comparisons: works.reduce((sum, { comparisons }) => sum + comparisons, 0),
    searches: new Set(works.flatMap(({ searches }) => [...searches])),
  };
}

function searchesOf({ attribute, operator, values, ignoreCase = false }: Condition): string[] {
  if (operator !== 'contains') return [];
  return values.map((value) => `${(ignoreCase ? fold(String(value)) : String(value)).length} ${ignoreCase} ${attribute}`);
}
