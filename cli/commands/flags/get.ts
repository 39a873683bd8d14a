import { type CommandContext, defineCommand } from '../../command.ts';
import { type Flag, type FlagPath, findFlag, readFlagPath } from './fields.ts';
import { targetingPicture } from './targeting/targeting-picture.ts';

export default defineCommand<FlagPath>({
  parse: ({ args }) => readFlagPath(args),
  async run(context, path) {
    const { print } = context;
    const flag = await findFlag(context, path);
    print.record(
      [
        ['Key', flag.flagKey],
        ['Enabled', flag.isEnabled ? 'on' : 'off', 'status'],
        ['Description', flag.description],
        ['Config', flag.config === null ? null : JSON.stringify(flag.config, null, print.isForPeople ? 2 : undefined)],
        ['Type', flag.valueType],
        ['Kind', flag.kind],
        ['Targeting', textOfTargeting(context, flag)],
        ['Created', print.time(flag.createdAt)],
        ['Updated', print.time(flag.updatedAt)],
      ],
      flag,
    );
  },
});

/** A picture for people, JSON for programs. */
function textOfTargeting(context: CommandContext, flag: Flag): string | null {
  if (flag.targeting === null) return null;
  return context.print.isForPeople ? targetingPicture(context, flag).join('\n') : JSON.stringify(flag.targeting);
}
