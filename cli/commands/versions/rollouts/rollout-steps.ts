import { usageError } from '../../../errors/errors.ts';
import { readTime } from '../../../input/times.ts';

export type Steps = 'appstore' | { at: string; percent: number }[];

/** A whole percent. @throws CliError exit 2 for anything else */
export function readPercent(text: string): number {
  if (!/^(?:100|[1-9]?\d)$/.test(text)) throw usageError(`"${text}" is not a valid percent: it must be a whole number from 0 to 100.`);
  return Number(text);
}

/** `appstore`, or steps such as `10@2h,50@1d,100@2026-01-31T20:00:00Z`. @throws CliError exit 2 for anything else */
export function readSteps(text: string, now: number): Steps {
  if (text === 'appstore') return text;
  return text.split(',').map((step) => {
    const [percent = '', at, ...rest] = step.trim().split('@');
    if (at === undefined || rest.length > 0)
      throw usageError(`"${step}" is not a valid step.`, 'use appstore, or steps such as 10@2h,50@1d,100@2d');
    return { at: readTime('--steps', at, now), percent: readPercent(percent) };
  });
}
