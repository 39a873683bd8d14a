import type { Fault } from '../../platform/errors.ts';
import { percentOf } from '../flags/murmur3.ts';

/** From `at` on, the release is offered to this percent of the phones. */
export interface RolloutStep {
  at: string;
  percent: number;
}

export const ROLLOUT_STATES = ['active', 'halted'] as const;
export type RolloutState = (typeof ROLLOUT_STATES)[number];

/** How far a release has come. */
export interface Rollout {
  /** Until the first step. */
  readonly rolloutPercent: number;
  /** In the order of their time, with rising percents. */
  readonly steps: readonly RolloutStep[];
  /** The clock of the steps is stopped from then on; null for a release that is not halted. */
  readonly haltedAt: Date | null;
}

/** The wish of an operator. `steps: null` keeps the percent that the steps have reached. */
export interface RolloutPlan {
  rolloutPercent?: number | undefined;
  steps?: 'appstore' | RolloutStep[] | null | undefined;
}

const DAY_MS = 86_400_000;
/** The phased release of the App Store. */
const APP_STORE_PERCENTS = [1, 2, 5, 10, 20, 50, 100];

/** The percent of the phones at a time: that of the last step which has come. A halted release stays where it was. */
export function percentAt({ rolloutPercent, steps, haltedAt }: Rollout, at: number): number {
  const clock = haltedAt === null ? at : Math.min(at, haltedAt.getTime());
  let percent = rolloutPercent;
  for (const step of steps) if (Date.parse(step.at) <= clock) percent = step.percent;
  return percent;
}

/** The percent of the phones that a release is offered to: none while it is halted or not active. */
export function offeredPercentAt(release: Rollout & { readonly isActive: boolean }, at: number): number {
  return release.isActive && release.haltedAt === null ? percentAt(release, at) : 0;
}

/** The times at which the steps of a running rollout come. */
export function stepTimes({ steps, haltedAt }: Rollout): number[] {
  return haltedAt === null ? steps.map(({ at }) => Date.parse(at)) : [];
}

/** Whether a phone is among the first `percent`. It remains among them while the percent grows. */
export function isIncluded(percent: number, salt: string, installationId: string | null): boolean {
  if (percent >= 100) return true;
  return installationId !== null && percentOf(salt, installationId) <= percent;
}

/**
 * The rollout after a plan. Steps that begin at or above the present percent continue from it; steps that begin below it start again with
 * no phone. A plan for a halted release stays halted, and its clock begins when the release is resumed.
 */
export function planned(present: Rollout, { rolloutPercent, steps }: RolloutPlan, now: Date): Rollout {
  const reached = percentAt(present, now.getTime());
  const haltedAt = present.haltedAt === null ? null : now;
  if (steps === undefined || steps === null) return { rolloutPercent: rolloutPercent ?? reached, steps: [], haltedAt };
  const list = steps === 'appstore' ? appStoreSteps(rolloutPercent ?? reached, now) : steps;
  const [first] = list;
  if (first === undefined) return { rolloutPercent: rolloutPercent ?? reached, steps: [], haltedAt };
  return { rolloutPercent: rolloutPercent ?? (reached <= first.percent ? reached : 0), steps: list, haltedAt };
}

/** The rest of the preset above the percent that was reached, a day apart. A rollout that has reached everybody starts again. */
function appStoreSteps(reached: number, now: Date): RolloutStep[] {
  const above = reached >= 100 ? 0 : reached;
  return APP_STORE_PERCENTS.filter((percent) => percent > above).map((percent, index) => ({
    at: new Date(now.getTime() + index * DAY_MS).toISOString(),
    percent,
  }));
}

/** The rollout goes on where it was halted: the steps to come are later by the time of the halt. */
export function resumed({ rolloutPercent, steps, haltedAt }: Rollout, now: Date): Rollout {
  if (haltedAt === null) return { rolloutPercent, steps, haltedAt };
  const halted = haltedAt.getTime();
  const later = now.getTime() - halted;
  const moved = steps.map((step) =>
    Date.parse(step.at) <= halted ? step : { ...step, at: new Date(Date.parse(step.at) + later).toISOString() },
  );
  return { rolloutPercent, steps: moved, haltedAt: null };
}

/** Steps in another order, or with a falling percent, would take the release from phones that have been offered it. */
export function stepFaults({ rolloutPercent, steps }: Pick<Rollout, 'rolloutPercent' | 'steps'>): Fault[] {
  return steps.flatMap((step, index) => {
    const before = steps[index - 1];
    const faults: Fault[] = [];
    if (before !== undefined && Date.parse(step.at) <= Date.parse(before.at))
      faults.push(fault(`steps[${index}].at`, 'must be after the step before'));
    if (step.percent < (before?.percent ?? rolloutPercent))
      faults.push(fault(`steps[${index}].percent`, `must be at least ${before?.percent ?? rolloutPercent}, the percent before`));
    return faults;
  });
}

function fault(field: string, must: string): Fault {
  return { field, message: `${field} ${must}` };
}
