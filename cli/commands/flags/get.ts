import { defineCommand } from '../../command.ts';
import { type FlagPath, findFlag, readFlagPath } from './fields.ts';

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
        ['Created', print.time(flag.createdAt)],
        ['Updated', print.time(flag.updatedAt)],
      ],
      flag,
    );
  },
});
