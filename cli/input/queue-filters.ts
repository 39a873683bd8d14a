import { usageError } from '../errors/errors.ts';
import { omitUndefined, readChoice } from './arguments.ts';
import type { OptionValues } from './option-values.ts';
import { readPastTime } from './times.ts';

/** The filters of --author, --since and --until, which the lists of moderators share. */
export function readQueueFilters(options: OptionValues, now: number): { authorId?: string; from?: string; to?: string } {
  return { ...omitUndefined({ authorId: options.text('author') }), ...readPeriod(options, now) };
}

/** The filters of --since and --until. */
export function readPeriod(options: OptionValues, now: number): { from?: string; to?: string } {
  const time = (name: 'since' | 'until') => readPastTime(`--${name}`, options.text(name), now);
  return omitUndefined({ from: time('since'), to: time('until') });
}

/** A thing given as `product:42`; undefined without a text. @throws CliError exit 2 for another text */
export function readItem<T extends string>(text: string | undefined, types: readonly T[]): { type: T; id: number } | undefined {
  if (text === undefined) return undefined;
  const [type, id = '', ...rest] = text.split(':');
  if (rest.length > 0 || !/^[1-9]\d{0,9}$/.test(id)) throw usageError(`--item "${text}" is not valid.`, `write it as ${types[0]}:42`);
  return { type: readChoice('kind of item', type, types), id: Number(id) };
}
