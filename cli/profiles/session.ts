import { usageError } from '../errors.ts';
import type { Io } from '../io.ts';
import { changeProfiles, DEFAULT_PROFILE, type Profile, readProfiles } from './store.ts';

export interface SessionOptions {
  readonly profile?: string | undefined;
  readonly url?: string | undefined;
  readonly project?: number | undefined;
}

/** Where a setting comes from. */
export type Source = 'flag' | 'environment' | 'profile' | 'default' | 'none';

/** What this run speaks to and as whom: the kept profile, with what the environment and the flags put in its place. */
export interface Session {
  readonly profileName: string;
  readonly url: string;
  readonly project: number | null;
  readonly username: string | null;
  /** Changes when it is renewed. */
  accessToken: string | null;
  readonly refreshToken: string | null;
  readonly apiKey: string | null;
  readonly sources: Readonly<Record<'profile' | 'url' | 'project' | 'token' | 'apiKey', Source>>;
}

export const DEFAULT_URL = 'http://127.0.0.1:3000';
const NO_SECRETS = { username: null, accessToken: null, refreshToken: null, apiKey: null };

/** Flags before environment before the kept profile. @throws CliError for a profile that is not there, or an address that is none */
export async function openSession(io: Io, options: SessionOptions): Promise<Session> {
  const kept = await readProfiles(io);
  const name = first(
    ['flag', options.profile],
    ['environment', io.env['DIWAN_PROFILE']],
    [kept.profiles[kept.current] === undefined ? 'default' : 'profile', kept.current],
  );
  const profileName = name.value ?? DEFAULT_PROFILE;
  const profile = kept.profiles[profileName];
  if (profile === undefined && (name.source === 'flag' || name.source === 'environment') && profileName !== DEFAULT_PROFILE)
    throw usageError(`There is no profile "${profileName}".`, `see \`diwan profiles\`, or run \`diwan login --profile ${profileName}\``);
  const address = first(['flag', options.url], ['environment', io.env['DIWAN_URL']], ['profile', profile?.url], ['default', DEFAULT_URL]);
  const url = readUrl(address.value ?? DEFAULT_URL);
  const project = first(['flag', options.project], ['profile', profile?.project]);
  const secrets = profile === undefined ? NO_SECRETS : secretsFor(url, profile);
  const token = first(['environment', io.env['DIWAN_TOKEN']], ['profile', secrets.accessToken]);
  const apiKey = first(['environment', io.env['DIWAN_API_KEY']], ['profile', secrets.apiKey]);
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

/** Keeps tokens that took the place of others, in the profile that they came from. */
export async function keepTokens(io: Io, profileName: string, tokens: { accessToken: string; refreshToken: string }): Promise<void> {
  await changeProfiles(io, ({ current, profiles }) => {
    const profile = profiles[profileName];
    return profile === undefined ? { current, profiles } : { current, profiles: { ...profiles, [profileName]: { ...profile, ...tokens } } };
  });
}

/** An address as it is kept: no query, no last slash. @throws CliError for anything but http and https, and for one with a password in it */
export function readUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw usageError(`"${text}" is no http or https address.`, 'as in https://api.example.com');
  if (url.username !== '' || url.password !== '') throw usageError('An address holds no username and no password.', 'run `diwan login`');
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

/** What is secret goes to the server that it was kept for, and to no other that --url or DIWAN_URL names. */
function secretsFor(url: string, profile: Profile): typeof NO_SECRETS | Profile {
  return url === profile.url ? profile : NO_SECRETS;
}

/** The first that is there; what is empty is not. */
function first<T>(...candidates: readonly (readonly [Source, T | null | undefined])[]): { source: Source; value: T | null } {
  for (const [source, value] of candidates) if (value !== undefined && value !== null && value !== '') return { source, value };
  return { source: 'none', value: null };
}
