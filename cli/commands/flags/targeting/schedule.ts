import { defineCommand } from '../../../command.ts';
import { usageError } from '../../../errors/errors.ts';
import { omitUndefined } from '../../../input/arguments.ts';
import { emptyToNull } from '../../../input/text-options.ts';
import { readTime } from '../../../input/times.ts';
import { type FlagPath, readFlagPath } from '../fields.ts';
import { changeTargeting } from './change-targeting.ts';
import { EVERYBODY, simplest } from './everybody.ts';

interface ScheduleOptions {
  readonly path: FlagPath;
  readonly yes: boolean;
  /** null removes a time. */
  readonly times: { readonly startAt?: string | null; readonly stopAt?: string | null };
}

export default defineCommand<ScheduleOptions>({
  parse({ args, options }, { io }) {
    const now = Number(io.now());
    const read = (name: 'start' | 'stop'): string | null | undefined => {
      const text = emptyToNull(options.text(name));
      return typeof text === 'string' ? readTime(`--${name}`, text, now) : text;
    };
    const times = options.has('clear') ? { startAt: null, stopAt: null } : omitUndefined({ startAt: read('start'), stopAt: read('stop') });
    if (Object.keys(times).length === 0) throw usageError('Nothing to change: no time was given.', 'give --start, --stop or --clear');
    return { path: readFlagPath(args), yes: options.has('yes'), times };
  },
  run: (context, { path, yes, times }) =>
    changeTargeting(context, { path, yes, change: ({ targeting }) => simplest({ ...(targeting ?? EVERYBODY), ...times }) }),
});
