import { usageError } from '../../errors.ts';
import { verb } from '../../kit.ts';
import { changeProfiles, readProfiles } from '../../profiles/store.ts';

export default verb<string>({
  async parse({ args: [name = ''] }, { io }) {
    const { profiles } = await readProfiles(io);
    if (profiles[name] === undefined)
      throw usageError(`There is no profile "${name}".`, `see \`diwan profiles\`, or run \`diwan login --profile ${name}\``);
    return name;
  },
  async run({ io, options, print }, name) {
    if (!options.dryRun) await changeProfiles(io, ({ profiles }) => ({ current: name, profiles }));
    print.done(options.dryRun ? `Would use profile ${name}.` : `Profile ${name} is used from now on.`, { profile: name });
  },
});
