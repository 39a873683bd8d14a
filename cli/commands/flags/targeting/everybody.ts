import { isDeepStrictEqual } from 'node:util';
import type { Targeting } from '../fields.ts';

/** The targeting that does the same as none: one rule for all. Percentages and times are set on it. */
export const EVERYBODY: Targeting = { rules: [{ id: 'everybody' }] };

/** Without the empty parts; null when nothing remains but the rule for everybody. */
export function simplest({ steps = [], startAt, stopAt, ...rest }: Targeting): Targeting | null {
  const targeting = {
    ...rest,
    ...(startAt ? { startAt } : {}),
    ...(stopAt ? { stopAt } : {}),
    ...(steps.length === 0 ? {} : { steps }),
  };
  return isDeepStrictEqual(targeting, EVERYBODY) ? null : targeting;
}
