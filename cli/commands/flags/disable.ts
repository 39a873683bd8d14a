import { defineCommand } from '../../command.ts';
import { changeFlag } from './change.ts';
import { type FlagPath, readFlagPath } from './fields.ts';

export default defineCommand<FlagPath>({
  parse: ({ args }) => readFlagPath(args),
  run: (context, path) => changeFlag(context, path, { isEnabled: false }),
});
