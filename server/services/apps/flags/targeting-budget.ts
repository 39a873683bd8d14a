import type { FeatureFlag } from '../../../../models/apps/FeatureFlag.ts';
import type { Segment } from '../../../../models/apps/Segment.ts';
import { comparisonsOf, comparisonsOfRules, MAX_COMPARISONS } from '../../../domain/flags/comparisons.ts';
import { conflict } from '../../../platform/errors.ts';
import { conditionsOf, targetingOf } from './stored-targeting.ts';

/** The comparisons of what a write changes, before and after it. */
export interface BudgetChange {
  readonly before: number;
  readonly after: number;
  /** Counts those of the app that stay. */
  rest(): Promise<number>;
}

/**
 * Refuses a write that adds comparisons to an app above its budget: every request for flags makes all of them. Without an addition nothing is
 * refused, because earlier releases had no budget. Call it with the app locked.
 * @throws ApiError 409 `targeting_too_large`
 */
export async function requireBudget({ before, after, rest }: BudgetChange): Promise<void> {
  if (after <= before) return;
  const sum = after + (await rest());
  if (sum <= MAX_COMPARISONS) return;
  const message =
    `The rules and segments of an app have at most ${MAX_COMPARISONS} values together, each segment counted once; this change makes them ` +
    `${sum}. Remove values that are not needed.`;
  throw conflict('targeting_too_large', message);
}

export function comparisonsOfFlags(flags: readonly Pick<FeatureFlag, 'targeting'>[]): number {
  return flags.reduce((sum, flag) => sum + comparisonsOfRules(targetingOf(flag)), 0);
}

export function comparisonsOfSegments(segments: readonly Pick<Segment, 'conditions'>[]): number {
  return segments.reduce((sum, segment) => sum + comparisonsOf(conditionsOf(segment)), 0);
}
