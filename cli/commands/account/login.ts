import { type CommandContext, defineCommand } from '../../command.ts';
import { CliError, usageError } from '../../errors/errors.ts';
import { connect } from '../../http/connect.ts';
import { obtainTokens, type Tokens } from '../../http/tokens.ts';
import type { OptionValues } from '../../input/option-values.ts';
import { pipedSecrets } from '../../input/piped-secrets.ts';
import { requireSecret, requireText } from '../../input/required.ts';
import { DEFAULT_URL, readUrl } from '../../profiles/session.ts';
import { changeProfiles, type Profile, readProfilesOrEmpty } from '../../profiles/store.ts';
import { describeApiKey, describeToken } from './describe-identity.ts';
import { checkKey, type KeyInfo, readServerVersion, type TokenInfo } from './identity.ts';
import { checkNewToken, withSecondFactor } from './second-factor.ts';

interface LoginOptions {
  readonly profileName: string;
  readonly url: string;
  readonly project: number | null;
  /** The saved profile, if it is for the same server. */
  readonly saved: Profile | null;
  readonly username: string | null;
  readonly password: string | null;
  /** The code of the authenticator app; null: ask when the server wants it. */
  readonly otp: string | null;
  /** null: keep the saved one; '': no API key. */
  readonly apiKey: string | null;
}

interface SignIn {
  readonly username: string;
  readonly tokens: Tokens;
  readonly device: string | null;
  readonly info: TokenInfo;
}

interface VerifiedKey {
  readonly key: string;
  readonly info: KeyInfo;
}

const MAX_TRIES = 3;

export default defineCommand<LoginOptions>({
  async parse({ options }, context) {
    if (context.options.dryRun) throw usageError('login has no dry run, because it changes nothing on the server.', 'leave out --dry-run');
    const profiles = await readProfilesOrEmpty(context.io);
    const profileName = context.options.profile ?? (context.io.env['DIWAN_PROFILE'] || profiles.current);
    if (!/^[\w.-]{1,64}$/.test(profileName))
      throw usageError(`"${profileName}" is not a valid profile name.`, 'use letters, digits, ".", "_" and "-"');
    const existing = profiles.profiles[profileName] ?? null;
    const given = context.options.url ?? (context.io.env['DIWAN_URL'] || undefined);
    const initial = existing?.url ?? DEFAULT_URL;
    const url = readUrl(await requireText(context, given, { flag: '--url', message: 'Address of the server:', initial, check: checkUrl }));
    const piped = await readSecrets(context, options);
    const saved = existing?.url === url ? existing : null;
    const project = context.options.project ?? saved?.project ?? null;
    const username = options.text('username') ?? null;
    return { profileName, url, project, saved, username, ...piped, apiKey: options.isNegated('apiKey') ? '' : piped.apiKey };
  },
  async run(context, options) {
    // the user sees which server responds before typing a password
    const version = await readServerVersion(context, options.url);
    context.print.note(`${options.url} is a Diwan server, version ${version}.`);
    const signIn = await askForSignIn(context, options);
    const key = await verifyKey(context, options);
    if (signIn === null && key === null)
      throw usageError('Neither a username nor an API key was given.', 'give --username, or --api-key-stdin');
    await save(context, options, { signIn, key });
    const identity = { token: signIn?.info ?? null, apiKey: key?.info ?? null };
    const sentences = [identity.token && describeToken(identity.token), identity.apiKey && describeApiKey(identity.apiKey)];
    context.print.done([...sentences, `Saved as profile ${options.profileName}.`].filter((text) => text !== null).join('\n'), {
      profile: options.profileName,
      url: options.url,
      ...identity,
    });
  },
});

function checkUrl(answer: string): true | string {
  try {
    readUrl(answer);
    return true;
  } catch (error) {
    return error instanceof CliError ? `${error.info.message} ${error.info.hint ?? ''}` : String(error);
  }
}

/** Standard input holds a line for each of these flags. */
const PIPED = { passwordStdin: '--password-stdin', otpStdin: '--otp-stdin', apiKeyStdin: '--api-key-stdin' } as const;

async function readSecrets({ io }: CommandContext, options: OptionValues): Promise<Pick<LoginOptions, 'password' | 'otp' | 'apiKey'>> {
  const flags: string[] = Object.entries(PIPED).flatMap(([name, flag]) => (options.has(name) ? [flag] : []));
  const lines = await pipedSecrets(io, flags);
  const lineOf = (flag: string): string | null => lines[flags.indexOf(flag)] ?? null;
  const apiKey = lineOf(PIPED.apiKeyStdin)?.trim() ?? null;
  return { password: lineOf(PIPED.passwordStdin), otp: lineOf(PIPED.otpStdin)?.trim() ?? null, apiKey };
}

/** On a terminal, a wrong password is asked for again. */
async function askForSignIn(context: CommandContext, { url, project, saved, ...given }: LoginOptions): Promise<SignIn | null> {
  const prompter = await context.prompter();
  const question = saved?.username ? { message: 'Username:', initial: saved.username } : { message: 'Username:' };
  const username = (given.username ?? (given.apiKey !== null || prompter === null ? '' : await prompter.text(question))).trim();
  if (username === '') return null;
  for (let tries = 1; ; tries += 1) {
    const password = await requireSecret(context, { flag: '--password-stdin', message: `Password of ${username}:`, piped: given.password });
    try {
      const credentials = { url, project, username, password, device: saved?.device ?? null };
      return await withSecondFactor(context, given.otp, (code) => signInAs(context, { ...credentials, ...code }));
    } catch (error) {
      const isWrong = error instanceof CliError && error.info.code === 'no_active_account';
      if (!isWrong || given.password !== null || given.otp !== null || tries >= MAX_TRIES) throw error;
      context.print.note(error.info.message);
    }
  }
}

async function signInAs(
  context: CommandContext,
  {
    url,
    project,
    device: known,
    ...credentials
  }: Pick<LoginOptions, 'url' | 'project'> & {
    username: string;
    password: string;
    otp?: string;
    device: string | null;
  },
): Promise<SignIn> {
  const { tokens, device } = await obtainTokens(connect(context, url).api, credentials, known);
  const { api } = connect(context, url, { accessToken: tokens.accessToken, project });
  return { username: credentials.username, tokens, device, info: await checkNewToken(context, api, tokens) };
}

async function verifyKey(context: CommandContext, { url, apiKey }: LoginOptions): Promise<VerifiedKey | null> {
  const key = apiKey?.trim() ?? '';
  return key === '' ? null : { key, info: await checkKey(connect(context, url, { apiKey: key }).api) };
}

async function save(
  { io }: CommandContext,
  { profileName, url, project, saved, apiKey }: LoginOptions,
  { signIn, key }: { signIn: SignIn | null; key: VerifiedKey | null },
): Promise<void> {
  const account = signIn === null ? saved : { username: signIn.username, device: signIn.device, ...signIn.tokens };
  const profile: Profile = {
    url,
    project,
    username: account?.username ?? null,
    accessToken: account?.accessToken ?? null,
    refreshToken: account?.refreshToken ?? null,
    device: account?.device ?? null,
    apiKey: key?.key ?? (apiKey === '' ? null : (saved?.apiKey ?? null)),
  };
  await changeProfiles(io, ({ profiles }) => ({ current: profileName, profiles: { ...profiles, [profileName]: profile } }));
}
