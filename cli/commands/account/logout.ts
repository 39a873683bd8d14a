import { defineCommand } from '../../command.ts';
import { usageError } from '../../errors.ts';
import { changeProfiles, DEFAULT_PROFILE, readProfiles } from '../../profiles/store.ts';

export default defineCommand<{ name: string; url: string }>({
  async parse(_line, { io, options }) {
    const { current, profiles } = await readProfiles(io);
    const name = options.profile ?? (io.env['DIWAN_PROFILE'] || current);
    const profile = profiles[name];
    if (profile === undefined) throw usageError(`There is no profile "${name}".`, 'list the profiles: `diwan profiles`');
    return { name, url: profile.url };
  },
  async run({ io, options, print }, { name, url }) {
    if (options.dryRun) return print.done(`Would delete profile ${name} (${url}).`, { dryRun: true, profile: name, url });
    await changeProfiles(io, ({ current, profiles }) => {
      const { [name]: _, ...others } = profiles;
      return { current: current === name ? (Object.keys(others)[0] ?? DEFAULT_PROFILE) : current, profiles: others };
    });
    // the API has no endpoint that ends the session of an operator
    print.done(`Profile ${name} (${url}) deleted. Its API key remains valid until \`diwan keys revoke\`.`, { profile: name, url });
  },
});
