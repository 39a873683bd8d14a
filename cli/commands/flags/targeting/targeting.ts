import { type CommandContext, defineCommand } from '../../../command.ts';
import { usageError } from '../../../errors/errors.ts';
import { readJsonArgument } from '../../../input/read-text.ts';
import { isRecord } from '../../../json.ts';
import { type Flag, type FlagPath, readFlag, readFlagPath, type Targeting } from '../fields.ts';
import { changeTargeting } from './change-targeting.ts';
import { percentageAt, targetingPicture, textOfRule, textOfServe } from './targeting-picture.ts';

interface TargetingOptions {
  readonly path: FlagPath;
  readonly yes: boolean;
  /** undefined only shows the present one. */
  readonly targeting: Targeting | null | undefined;
}

export default defineCommand<TargetingOptions>({
  async parse({ args, options }, context) {
    const given = options.text('set');
    return {
      path: readFlagPath(args),
      yes: options.has('yes'),
      targeting: options.has('clear') ? null : given === undefined ? undefined : await readTargeting(context, given),
    };
  },
  async run(context, { path, yes, targeting }) {
    if (targeting !== undefined) return changeTargeting(context, { path, yes, change: () => targeting });
    showTargeting(context, (await readFlag(context, path)).body);
  },
});

/** Only the shape is read here; the server checks the rest and names the path of each fault. */
async function readTargeting(context: CommandContext, given: string): Promise<Targeting | null> {
  const value = await readJsonArgument(context, given);
  if (value === null || isTargeting(value)) return value;
  throw usageError('The targeting must be a JSON object with "rules".', 'start from `diwan flags targeting SLUG KEY --json`');
}

function isTargeting(value: unknown): value is Targeting {
  return isRecord(value) && Array.isArray(value['rules']);
}

function showTargeting(context: CommandContext, flag: Flag): void {
  const { print, io } = context;
  const { targeting } = flag;
  if (print.isForPeople) return print.lines(targetingPicture(context, flag).join('\n'));
  print.rows(
    [
      { title: 'Rule', value: ({ id }) => id },
      { title: 'Who', value: textOfRule },
      { title: 'Percentage', value: (rule) => percentageAt(rule, targeting ?? { rules: [] }, Number(io.now())) },
      { title: 'Serves', value: ({ serve }) => textOfServe(serve, targeting ?? { rules: [] }) },
    ],
    targeting?.rules ?? [],
    targeting,
  );
}
