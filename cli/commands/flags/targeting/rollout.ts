import { defineCommand } from '../../../command.ts';
import { usageError } from '../../../errors/errors.ts';
import { omitUndefined } from '../../../input/arguments.ts';
import { readPercent } from '../../versions/rollouts/rollout-steps.ts';
import { type FlagPath, readFlagPath } from '../fields.ts';
import { changeTargeting } from './change-targeting.ts';
import { readFlagSteps } from './flag-steps.ts';
import { type Rollout, rollOut } from './roll-out.ts';

interface RolloutOptions {
  readonly path: FlagPath;
  readonly yes: boolean;
  readonly rollout: Rollout;
}

export default defineCommand<RolloutOptions>({
  parse({ args, options }, { io }) {
    const percent = args[2];
    const [steps, every, start] = [options.text('steps'), options.text('every'), options.text('start')];
    const stickiness = options.text('stickiness');
    if (percent === undefined && steps === undefined && stickiness === undefined)
      throw usageError('Nothing to change: no percent was given.', 'give a percent from 0 to 100, --steps or --stickiness');
    if (steps === undefined && (every ?? start) !== undefined)
      throw usageError('--every and --start need --steps.', 'add --steps 1,10,50,100');
    return {
      path: readFlagPath(args),
      yes: options.has('yes'),
      rollout: omitUndefined({
        percent: percent === undefined ? undefined : readPercent(percent),
        steps: steps === undefined ? undefined : readFlagSteps({ steps, every, start }, Number(io.now())),
        rule: options.text('rule'),
        stickiness,
      }),
    };
  },
  run: (context, { path, yes, rollout }) => changeTargeting(context, { path, yes, change: ({ targeting }) => rollOut(targeting, rollout) }),
});
