import { usageError } from '../../../errors/errors.ts';
import { readSpan, readTime } from '../../../input/times.ts';
import { readPercent, readSteps } from '../../versions/rollouts/rollout-steps.ts';

/** From `at` on, the rule has this percentage. */
export interface FlagStep {
  readonly at: string;
  readonly percentage: number;
}

interface StepOptions {
  readonly steps: string;
  readonly every: string | undefined;
  readonly start: string | undefined;
}

const DAY = '1d';

/**
 * Percents such as `1,5,25,100`, the first at `start` (now by default) and each `every` (a day by default) after the one before, or steps
 * with times of their own such as `10@2h,50@1d`.
 * @throws CliError exit 2 for anything else
 */
export function readFlagSteps({ steps, every, start }: StepOptions, now: number): FlagStep[] {
  if (steps.includes('@')) {
    if ((every ?? start) !== undefined) throw usageError('Steps with times of their own take neither --every nor --start.');
    const timed = readSteps(steps, now);
    return typeof timed === 'string' ? [] : timed.map(({ at, percent }) => ({ at, percentage: percent }));
  }
  const percents = steps.split(',').map((text) => readPercent(text.trim()));
  const from = Date.parse(start === undefined ? new Date(now).toISOString() : readTime('--start', start, now));
  const spanMs = readSpan('--every', every ?? DAY);
  return percents.map((percentage, index) => ({ at: new Date(from + index * spanMs).toISOString(), percentage }));
}
