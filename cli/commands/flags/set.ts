import { defineCommand } from '../../command.ts';
import { usageError } from '../../errors/errors.ts';
import { changeFlag } from './change.ts';
import { type FlagChanges, type FlagPath, readChanges, readFlagPath } from './fields.ts';

export default defineCommand<{ path: FlagPath; changes: FlagChanges }>({
  async parse({ args, options }, context) {
    const path = readFlagPath(args);
    const changes = await readChanges(context, options);
    if (Object.keys(changes).length === 0)
      throw usageError('Nothing to change: no option was given.', 'give --on, --off, --config, --description, --type or --kind');
    return { path, changes };
  },
  run: (context, { path, changes }) => changeFlag(context, path, changes),
});
