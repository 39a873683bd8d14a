import type { FeatureFlag } from '../../../../models/apps/FeatureFlag.ts';
import type { Segment } from '../../../../models/apps/Segment.ts';
import { MAX_COMPARISONS, MAX_SEARCHES, sumOf, type Work, workOf, workOfRules } from '../../../domain/flags/conditions/comparisons.ts';
import { conflict } from '../../../platform/errors.ts';
import { conditionsOf, targetingOf } from './stored-targeting.ts';

/** The work of what a write changes, before and after it. */
export interface BudgetChange {
  readonly before: Work;
  readonly after: Work;
  /** The work of what stays in the app. */
  rest(): Promise<Work>;
}

/**
 * Refuses a write that adds work to an app above its budget: every request for flags does all of it. A write that adds none passes,
 * because earlier releases had no budget. Call it with the app locked.
 * @throws ApiError 409 `targeting_too_large`
 */
export async function requireBudget({ before, after, rest }: BudgetChange): Promise<void> {
  const addsComparisons = after.comparisons > before.comparisons;
  const addsSearches = [...after.searches].some((search) => !before.searches.has(search));
  if (!addsComparisons && !addsSearches) return;
  const { comparisons, searches } = sumOf([after, await rest()]);
  if (addsComparisons && comparisons > MAX_COMPARISONS)
    throw tooLarge(
      `have at most ${MAX_COMPARISONS} values together, each segment counted once; this change makes them ${comparisons}. ` +
        'Remove values that are not needed.',
    );
  if (addsSearches && searches.size > MAX_SEARCHES)
    throw tooLarge(
      `search with contains for at most ${MAX_SEARCHES} different lengths of values, counted for each attribute, with ignoreCase again; this ` +
        `change makes them ${searches.size}. Use starts_with, ends_with or in where they are enough.`,
    );
}

export function workOfFlags(flags: readonly Pick<FeatureFlag, 'targeting'>[]): Work {
  return sumOf(flags.map((flag) => workOfRules(targetingOf(flag))));
}

export function workOfSegments(segments: readonly Pick<Segment, 'conditions'>[]): Work {
  return sumOf(segments.map((segment) => workOf(conditionsOf(segment))));
}

function tooLarge(reason: string): Error {
  return conflict('targeting_too_large', `The rules and segments of an app ${reason}`);
}
