import type { components } from '../../../../generated/api-types.ts';
import { usageError } from '../../../errors/errors.ts';
import type { OptionValues } from '../../../input/option-values.ts';
import { formatCount } from '../../../output/chart.ts';
import { GUARD_ACTIONS } from '../check-choices.ts';

export type Guard = components['schemas']['ReleaseGuard'];

const DEFAULT: Guard = { maxRate: 0.02, minUsers: 200, action: 'warn' };
const NAMES = { rate: 'guardRate', users: 'guardUsers', action: 'guardAction' };

/** The guard by its options, with defaults for those that are left out; undefined without any. @throws CliError exit 2 for a bad rate */
export function readGuard(options: OptionValues, names = NAMES): Guard | undefined {
  const [rate, minUsers, action] = [options.text(names.rate), options.number(names.users), options.choice(names.action, GUARD_ACTIONS)];
  if (rate === undefined && minUsers === undefined && action === undefined) return undefined;
  return {
    maxRate: rate === undefined ? DEFAULT.maxRate : readRate(rate),
    minUsers: minUsers ?? DEFAULT.minUsers,
    action: action ?? DEFAULT.action,
  };
}

/** The guard by the options of a command that always sets one. */
export function readOwnGuard(options: OptionValues): Guard {
  return readGuard(options, { rate: 'rate', users: 'users', action: 'action' }) ?? DEFAULT;
}

/** `halt above 2 % of users with a crash, from 200 users on`. */
export function textOfGuard({ maxRate, minUsers, action }: Guard): string {
  const percent = Number((100 * maxRate).toFixed(4));
  return `${action} above ${percent} % of users with a crash, from ${formatCount(minUsers)} users on`;
}

function readRate(text: string): number {
  const rate = /^(?:0?\.\d{1,6}|1)$/.test(text) ? Number(text) : 0;
  if (rate === 0) throw usageError(`"${text}" is not a valid share.`, 'give a number above 0 and up to 1, such as 0.02 for 2 %');
  return rate;
}
