import { usageError } from '../../errors.ts';
import { verb } from '../../kit.ts';
import { changeProfiles, DEFAULT_PROFILE, readProfiles } from '../../profiles/store.ts';

export default verb<{ name: string; url: string }>({
  async parse(_raw, { io, options }) {
    const { current, profiles } = await readProfiles(io);
    const name = options.profile ?? (io.env['DIWAN_PROFILE'] || current);
    const profile = profiles[name];
    if (profile === undefined) throw usageError(`There is no profile "${name}".`, 'see `diwan profiles`');
    return { name, url: profile.url };
  },
  async run({ io, options, print }, { name, url }) {
    if (options.dryRun) return print.done(`Would forget profile ${name} (${url}).`, { dryRun: true, profile: name, url });
    await changeProfiles(io, ({ current, profiles }) => {
      const { [name]: _, ...others } = profiles;
      return { current: current === name ? (Object.keys(others)[0] ?? DEFAULT_PROFILE) : current, profiles: others };
    });
    // the server has no way to end an operator's session by itself (contract §2)
    print.done(`Forgot profile ${name} (${url}). An API key stays good until \`diwan keys revoke\`.`, { profile: name, url });
  },
});
