import type { FeatureFlag } from '../../../../models/apps/FeatureFlag.ts';
import type { Segment } from '../../../../models/apps/Segment.ts';
import type { Condition, Targeting } from '../../../domain/flags/targeting.ts';

/** Reads the JSON texts of flags and segments. */

export function targetingOf({ targeting }: Pick<FeatureFlag, 'targeting'>): Targeting | null {
  return targeting ? JSON.parse(targeting) : null;
}

export function conditionsOf({ conditions }: Pick<Segment, 'conditions'>): Condition[] {
  return JSON.parse(conditions);
}
