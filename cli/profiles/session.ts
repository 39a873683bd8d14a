import { usageError } from '../errors/errors.ts';
import { type Io, withoutByteOrderMark } from '../io.ts';
import { changeProfiles, DEFAULT_PROFILE, type Profile, readProfiles } from './store.ts';

export interface SessionOptions {
  readonly profile?: string | undefined;
  readonly url?: string | undefined;
  readonly project?: number | undefined;
}

/** The origin of a setting. */
export type Source = 'flag' | 'environment' | 'profile' | 'default' | 'none';

/** The server and the credentials of this run: the saved profile, overridden by the environment and the flags. */
export interface Session {
  readonly profileName: string;
  readonly url: string;
  readonly project: number | null;
  readonly username: string | null;
  /** Replaced by a token refresh. */
  accessToken: string | null;
  readonly refreshToken: string | null;
  readonly apiKey: string | null;
  readonly sources: Readonly<Record<'profile' | 'url' | 'project' | 'token' | 'apiKey', Source>>;
}

export const DEFAULT_URL = 'http://127.0.0.1:3000';
/** The part of an address behind the base of the server. */
const ENDPOINT = /\/(?:api\/v[12]|docs|openapi\.json|healthz|readyz)(?:\/.*)?$/i;
const NO_SECRETS = { username: null, accessToken: null, refreshToken: null, apiKey: null };

/** Flags override the environment, which overrides the saved profile. @throws CliError for an unknown profile or an invalid address */
export async function openSession(io: Io, options: SessionOptions): Promise<Session> {
  const saved = await readProfiles(io);
  const name = firstGiven(
    ['flag', options.profile],
    ['environment', io.env['DIWAN_PROFILE']],
    [saved.profiles[saved.current] === undefined ? 'default' : 'profile', saved.current],
  );
  const profileName = name.value ?? DEFAULT_PROFILE;
  const profile = saved.profiles[profileName];
  if (profile === undefined && (name.source === 'flag' || name.source === 'environment') && profileName !== DEFAULT_PROFILE)
    throw usageError(
      `There is no profile "${profileName}".`,
      `list the profiles with \`diwan profiles\`, or run \`diwan login --profile ${profileName}\``,
    );
  const address = firstGiven(
    ['flag', options.url],
    ['environment', io.env['DIWAN_URL']],
    ['profile', profile?.url],
    ['default', DEFAULT_URL],
  );
  const url = readUrl(address.value ?? DEFAULT_URL);
  const project = firstGiven(['flag', options.project], ['profile', profile?.project]);
  const secrets = profile === undefined ? NO_SECRETS : secretsFor(url, profile);
  const token = firstGiven(['environment', secretOf(io.env, 'DIWAN_TOKEN')], ['profile', secrets.accessToken]);
  const apiKey = firstGiven(['environment', secretOf(io.env, 'DIWAN_API_KEY')], ['profile', secrets.apiKey]);
  return {
    profileName,
    url,
    project: project.value,
    username: secrets.username,
    accessToken: token.value,
    refreshToken: token.source === 'profile' ? secrets.refreshToken : null,
    apiKey: apiKey.value,
    sources: { profile: name.source, url: address.source, project: project.source, token: token.source, apiKey: apiKey.source },
  };
}

/** Saves refreshed tokens in the profile of the old ones. */
export async function saveTokens(io: Io, profileName: string, tokens: { accessToken: string; refreshToken: string }): Promise<void> {
  await changeProfiles(io, ({ current, profiles }) => {
    const profile = profiles[profileName];
    return profile === undefined ? { current, profiles } : { current, profiles: { ...profiles, [profileName]: { ...profile, ...tokens } } };
  });
}

/** A normalised address, without query and final slash. @throws CliError for other schemes than http and https, and for a password in it */
export function readUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw usageError(`"${text}" is not an http or https address.`, 'use a form such as https://api.example.com');
  if (url.username !== '' || url.password !== '')
    throw usageError('The address must not contain a username or a password.', 'run `diwan login`');
  const base = baseOf(url);
  if (base !== null) throw usageError(`"${text}" is the address of one endpoint.`, `give the base of the server: ${base}`);
  return textOf(url);
}

/**
 * The address of the server whose endpoint or page `url` names, null when it names none. It is joined as text: a URL
 * would read a path such as `//other` as another server.
 */
export function baseOf({ origin, pathname }: URL): string | null {
  const path = pathname.replace(ENDPOINT, '/');
  return path === pathname ? null : textOf({ origin, pathname: path });
}

function textOf({ origin, pathname }: Pick<URL, 'origin' | 'pathname'>): string {
  return `${origin}${pathname}`.replace(/\/+$/, '');
}

/** The value of a variable without what an editor or a shell left around it. @throws CliError when it cannot be sent; it is never quoted */
function secretOf(env: Io['env'], name: string): string | undefined {
  const text = env[name] === undefined ? undefined : withoutByteOrderMark(env[name]).trim();
  if (text !== undefined && !/^[\x21-\x7e]*$/.test(text))
    throw usageError(
      `${name} contains a blank or a sign that no token and no key has.`,
      `set ${name} again, without quotes and line breaks`,
    );
  return text;
}

/** Secrets are sent only to the server that they were saved for, not to another one named by --url or DIWAN_URL. */
function secretsFor(url: string, profile: Profile): typeof NO_SECRETS | Profile {
  return url === profile.url ? profile : NO_SECRETS;
}

/** The first candidate that is neither absent nor empty. */
function firstGiven<T>(...candidates: readonly (readonly [Source, T | null | undefined])[]): { source: Source; value: T | null } {
  for (const [source, value] of candidates) if (value !== undefined && value !== null && value !== '') return { source, value };
  return { source: 'none', value: null };
}
