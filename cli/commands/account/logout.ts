import { type CommandContext, defineCommand } from '../../command.ts';
import { CliError, usageError } from '../../errors/errors.ts';
import { unwrap } from '../../http/client.ts';
import { changeProfiles, DEFAULT_PROFILE, readProfiles } from '../../profiles/store.ts';

export default defineCommand<{ name: string; url: string; hasKey: boolean }>({
  async parse(_line, { io, options }) {
    const { current, profiles } = await readProfiles(io);
    const name = options.profile ?? (io.env['DIWAN_PROFILE'] || current);
    const profile = profiles[name];
    if (profile === undefined) throw usageError(`There is no profile "${name}".`, 'list the profiles: `diwan profiles`');
    return { name, url: profile.url, hasKey: profile.apiKey !== null };
  },
  async run(context, { name, url, hasKey }) {
    const { io, options, print } = context;
    if (options.dryRun) return print.done(`Would delete profile ${name} (${url}).`, { dryRun: true, profile: name, url });
    await endSession(context, url);
    await changeProfiles(io, ({ current, profiles }) => {
      const { [name]: _, ...others } = profiles;
      return { current: current === name ? (Object.keys(others)[0] ?? DEFAULT_PROFILE) : current, profiles: others };
    });
    const key = hasKey ? ' Its API key remains valid until `diwan keys revoke`.' : '';
    print.done(`Profile ${name} (${url}) deleted.${key}`, { profile: name, url });
  },
});

/** The profile is deleted even if the server cannot be reached; a session that has ended already is no fault. */
async function endSession(context: CommandContext, url: string): Promise<void> {
  const session = await context.session();
  if (session.url !== url || session.sources.token !== 'profile') return;
  try {
    await unwrap((await context.api()).POST('/api/v1/auth/auth/logout'));
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    if (!['token_not_valid', 'permission_denied'].includes(error.info.code))
      context.print.note(`warning: the session goes on at the server, because it could not be ended: ${error.info.message}`);
  }
}
