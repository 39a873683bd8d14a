import { defineCommand } from '../../command.ts';
import { usageError } from '../../errors/errors.ts';
import { changeProfiles, readProfiles } from '../../profiles/store.ts';

export default defineCommand<string>({
  async parse({ args: [name = ''] }, { io }) {
    const { profiles } = await readProfiles(io);
    if (profiles[name] === undefined)
      throw usageError(
        `There is no profile "${name}".`,
        `list the profiles with \`diwan profiles\`, or run \`diwan login --profile ${name}\``,
      );
    return name;
  },
  async run({ io, options, print }, name) {
    if (!options.dryRun) await changeProfiles(io, ({ profiles }) => ({ current: name, profiles }));
    print.done(options.dryRun ? `Would select profile ${name}.` : `Profile ${name} is now the current one.`, { profile: name });
  },
});
