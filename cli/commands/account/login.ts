import { CliError, usageError } from '../../errors.ts';
import { connect } from '../../http/connect.ts';
import { obtainTokens, type Tokens } from '../../http/tokens.ts';
import { readAll } from '../../io.ts';
import { type Kit, type Raw, verb } from '../../kit.ts';
import { DEFAULT_URL, readUrl } from '../../profiles/session.ts';
import { changeProfiles, type Profile, readSoundProfiles } from '../../profiles/store.ts';
import { required, requiredSecret } from '../ask.ts';
import { checkKey, checkToken, type KeyFacts, readServerVersion, type TokenFacts } from './identity.ts';
import { keySentence, tokenSentence } from './sentences.ts';

interface LoginOptions {
  readonly profileName: string;
  readonly url: string;
  readonly project: number | null;
  /** What is kept for this very server. */
  readonly kept: Profile | null;
  readonly username: string | null;
  readonly password: string | null;
  /** null: to be asked for; '': none. */
  readonly apiKey: string | null;
}

/** What is to be tried and kept; null leaves what is kept already. */
interface SignIn {
  readonly username: string;
  readonly tokens: Tokens;
  readonly facts: TokenFacts;
}

const TRIES = 3;

export default verb<LoginOptions>({
  async parse({ options }: Raw, kit) {
    if (kit.options.dryRun) throw usageError('There is no dry run of a login: nothing changes on the server.', 'leave out --dry-run');
    const profiles = await readSoundProfiles(kit.io);
    const profileName = kit.options.profile ?? (kit.io.env['DIWAN_PROFILE'] || profiles.current);
    if (!/^[\w.-]{1,64}$/.test(profileName))
      throw usageError(`"${profileName}" is no name of a profile.`, 'use letters, digits, ".", "_" and "-"');
    const known = profiles.profiles[profileName] ?? null;
    const given = kit.options.url ?? (kit.io.env['DIWAN_URL'] || undefined);
    const initial = known?.url ?? DEFAULT_URL;
    const url = readUrl(await required(kit, given, { flag: '--url', message: 'Address of the server:', initial, check: isUrl }));
    const piped = await readSecrets(kit, { password: options['passwordStdin'] === true, apiKey: options['apiKeyStdin'] === true });
    const kept = known?.url === url ? known : null;
    const project = kit.options.project ?? kept?.project ?? null;
    const username = typeof options['username'] === 'string' ? options['username'] : null;
    return { profileName, url, project, kept, username, ...piped, apiKey: options['apiKey'] === false ? '' : piped.apiKey };
  },
  async run(kit, options) {
    // nobody types a password before it is known what is there
    const version = await readServerVersion(kit, options.url);
    kit.print.note(`${options.url} is a Diwan server, version ${version}.`);
    const signIn = await askForSignIn(kit, options);
    const key = await askForKey(kit, options, signIn !== null);
    if (signIn === null && key === null)
      throw usageError('Neither a username nor an API key was given.', 'give --username, or --api-key-stdin');
    await keep(kit, options, { signIn, key });
    const facts = { token: signIn?.facts ?? null, apiKey: key?.facts ?? null };
    const sentences = [facts.token && tokenSentence(facts.token), facts.apiKey && keySentence(facts.apiKey)].filter(
      (text) => text !== null,
    );
    kit.print.done(`${sentences.join('\n')}\nKept as profile ${options.profileName}.`, {
      profile: options.profileName,
      url: options.url,
      ...facts,
    });
  },
});

function isUrl(answer: string): true | string {
  try {
    readUrl(answer);
    return true;
  } catch (error) {
    return error instanceof CliError ? `${error.facts.message} ${error.facts.hint ?? ''}` : String(error);
  }
}

/** The lines that were piped in: the password, the key, or one below the other. */
async function readSecrets(
  { io }: Kit,
  wanted: { password: boolean; apiKey: boolean },
): Promise<{ password: string | null; apiKey: string | null }> {
  if (!wanted.password && !wanted.apiKey) return { password: null, apiKey: null };
  const lines = (await readAll(io)).split(/\r?\n/);
  const take = (flag: string): string => lines.shift() || refuseEmpty(flag);
  const password = wanted.password ? take('--password-stdin') : null;
  return { password, apiKey: wanted.apiKey ? take('--api-key-stdin').trim() : null };
}

function refuseEmpty(flag: string): never {
  throw usageError(`${flag} found nothing to read.`, 'pipe it in: one line each, the password first');
}

/** A wrong password is asked for again, where somebody is there to answer. */
async function askForSignIn(kit: Kit, { url, project, kept, ...given }: LoginOptions): Promise<SignIn | null> {
  const prompter = await kit.prompter();
  const asked = kept?.username ? { message: 'Username:', initial: kept.username } : { message: 'Username (empty for none):' };
  const username = (given.username ?? (given.apiKey !== null || prompter === null ? '' : await prompter.text(asked))).trim();
  if (username === '') return null;
  for (let tries = 1; ; tries += 1) {
    const password = await requiredSecret(kit, { flag: '--password-stdin', message: `Password of ${username}:`, piped: given.password });
    try {
      return await signInAs(kit, { url, project, username, password });
    } catch (error) {
      const isWrong = error instanceof CliError && error.facts.code === 'no_active_account';
      if (!isWrong || given.password !== null || tries >= TRIES) throw error;
      kit.print.note(error.facts.message);
    }
  }
}

async function signInAs(
  kit: Kit,
  { url, project, ...credentials }: { url: string; project: number | null; username: string; password: string },
): Promise<SignIn> {
  const tokens = await obtainTokens(connect(kit, url).api, credentials);
  const { api } = connect(kit, url, { accessToken: tokens.accessToken, project });
  return { username: credentials.username, tokens, facts: await checkToken(api, tokens) };
}

async function askForKey(
  kit: Kit,
  { url, apiKey, kept, username }: LoginOptions,
  isSignedIn: boolean,
): Promise<{ key: string; facts: KeyFacts } | null> {
  const prompter = apiKey === null && username === null ? await kit.prompter() : null;
  const empty = kept?.apiKey ? 'empty keeps the one that is kept' : 'empty for none';
  const key = apiKey ?? (await prompter?.secret({ message: `API key${isSignedIn || kept?.apiKey ? ` (${empty})` : ''}:` })) ?? '';
  if (key.trim() === '') return null;
  return { key: key.trim(), facts: await checkKey(connect(kit, url, { apiKey: key.trim() }).api, key.trim()) };
}

async function keep(
  { io }: Kit,
  { profileName, url, project, kept, apiKey }: LoginOptions,
  { signIn, key }: { signIn: SignIn | null; key: { key: string } | null },
): Promise<void> {
  const account = signIn === null ? kept : { username: signIn.username, ...signIn.tokens };
  const profile: Profile = {
    url,
    project,
    username: account?.username ?? null,
    accessToken: account?.accessToken ?? null,
    refreshToken: account?.refreshToken ?? null,
    apiKey: key?.key ?? (apiKey === '' ? null : (kept?.apiKey ?? null)),
  };
  await changeProfiles(io, ({ profiles }) => ({ current: profileName, profiles: { ...profiles, [profileName]: profile } }));
}
