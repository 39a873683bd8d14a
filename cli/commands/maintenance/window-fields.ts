import type { components } from '../../../generated/api-types.ts';
import { usageError } from '../../errors/errors.ts';
import { omitUndefined } from '../../input/arguments.ts';
import type { OptionValues } from '../../input/option-values.ts';
import { readEndTime } from '../../input/times.ts';
import { DEVICE_PLATFORMS } from '../versions/check-choices.ts';

type Put = components['schemas']['MaintenancePut'];
/** The fields that say for how long and for which phones. */
export type WindowFields = Pick<Put, 'endAt' | 'mode' | 'platforms' | 'versions' | 'testers'>;

const VERSION = /^\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$/;

/** @throws CliError exit 2 for a time or a range that cannot be read */
export function readWindow(options: OptionValues, now: number): WindowFields {
  const [end, ids, segment] = [options.text('end'), options.texts('testers'), options.text('testersSegment')];
  return omitUndefined({
    endAt: end === undefined ? undefined : readEndTime('--end', end, now),
    mode: options.has('readOnly') ? ('read_only' as const) : undefined,
    platforms: options.choices('platform', DEVICE_PLATFORMS),
    versions: options.texts('versions')?.map(readRange),
    testers: segment === undefined ? ids && { ids } : { segment },
  });
}

function readRange(text: string): { min?: string; max?: string } {
  const [min = '', max = min, ...rest] = text.split('..');
  const isGood = rest.length === 0 && (min !== '' || max !== '') && [min, max].every((one) => one === '' || VERSION.test(one));
  if (!isGood) throw usageError(`"${text}" is not a valid range of versions.`, 'use 1.0.0..1.4.2, 2.0.0.., ..0.9.0 or 1.4.2');
  return omitUndefined({ min: min || undefined, max: max || undefined });
}
