import { randomUUID } from 'node:crypto';
import { chmod, lstat, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CliError, EXIT, messageOf, systemCode, usageError } from '../errors/errors.ts';
import { type Io, withoutByteOrderMark } from '../io.ts';
import { isRecord } from '../json.ts';

/** A server and the credentials for it. */
export interface Profile {
  readonly url: string;
  /** Sent as X-Project-ID when the token names no project; null leaves the choice to the server. */
  readonly project: number | null;
  readonly username: string | null;
  readonly accessToken: string | null;
  readonly refreshToken: string | null;
  /** Names this computer to the server at the next sign-in; absent in files of older releases. */
  readonly device?: string | null;
  readonly apiKey: string | null;
}

export interface Profiles {
  readonly current: string;
  readonly profiles: Readonly<Record<string, Profile>>;
}

export const DEFAULT_PROFILE = 'default';
const DAMAGED = 'profiles_damaged';
const EMPTY: Profiles = { current: DEFAULT_PROFILE, profiles: {} };
const LOCK_TRIES = 100;
const LOCK_WAIT_MS = 30;
const LOCK_STALE_MS = 10_000;

/** The file of the profiles. It contains secrets, so that only its owner may read it. */
export function profilesFile(env: Io['env']): string {
  const base = env['XDG_CONFIG_HOME'] || path.join(env['HOME'] || homedir(), '.config');
  return path.join(base, 'diwan', 'profiles.json');
}

/** The saved profiles, with a warning when others may read them. @throws CliError for a foreign, unreadable or damaged file */
export async function readProfiles(io: Io): Promise<Profiles> {
  const file = profilesFile(io.env);
  const fault = await findPermissionFault(file);
  if (fault !== null) io.stderr.write(`warning: ${fault.message}; run: ${fault.remedy}\n`);
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    if (isAbsent(error)) return null;
    throw usageError(`${file} cannot be read: ${error.message}`, 'check its owner and permissions');
  });
  if (text === null) return EMPTY;
  const profiles = parse(text);
  if (profiles === null) throw damaged(file);
  return profiles;
}

/** Like `readProfiles`, but warns about a damaged file. The next change renames that file and starts a new one. */
export async function readProfilesOrEmpty(io: Io): Promise<Profiles> {
  return readProfiles(io).catch((error: unknown) => {
    if (!(error instanceof CliError) || error.info.code !== DAMAGED) throw error;
    io.stderr.write(`warning: ${error.message} It will be saved as ${profilesFile(io.env)}.bak.\n`);
    return EMPTY;
  });
}

/** Changes the profiles under a lock, so that two simultaneous logins both survive. */
export async function changeProfiles(io: Pick<Io, 'env' | 'now'>, change: (profiles: Profiles) => Profiles): Promise<void> {
  const file = profilesFile(io.env);
  const folder = path.dirname(file);
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: Error) => throwNotWritable(folder, error));
  await chmod(folder, 0o700).catch(() => {});
  const unlock = await lock(`${file}.lock`, io);
  try {
    const text = await readFile(file, 'utf8').catch(() => null);
    const before = text === null ? EMPTY : parse(text);
    // a damaged file may contain a key that the user can still rescue
    if (before === null) await rename(file, `${file}.bak`);
    // the rename replaces a symbolic link instead of writing secrets to its target
    const temporary = `${file}.${randomUUID()}`;
    const content = `${JSON.stringify(change(before ?? EMPTY), null, 2)}\n`;
    await writeFile(temporary, content, { mode: 0o600 }).catch((error: Error) => throwNotWritable(file, error));
    await rename(temporary, file);
  } finally {
    await unlock();
  }
}

function parse(text: string): Profiles | null {
  try {
    const value: unknown = JSON.parse(withoutByteOrderMark(text));
    return isProfiles(value) ? value : null;
  } catch {
    return null;
  }
}

function isProfiles(value: unknown): value is Profiles {
  return isRecord(value) && isRecord(value['profiles']) && typeof value['current'] === 'string';
}

export interface PermissionFault {
  readonly message: string;
  /** The shell command that corrects it. */
  readonly remedy: string;
}

/** The wrong permission of the file or its folder; null without one, or without a file. @throws CliError for another owner */
export async function findPermissionFault(file: string): Promise<PermissionFault | null> {
  const [found, folder] = await Promise.all([stat(file).catch(() => null), lstat(path.dirname(file)).catch(() => null)]);
  if (found === null || folder === null) return null;
  const self = process.getuid?.();
  if (self !== undefined && self !== 0 && found.uid !== self)
    throw usageError(`${file} belongs to another user.`, 'set XDG_CONFIG_HOME to a folder of your own');
  if ((found.mode & 0o077) !== 0)
    return { message: `${file} contains credentials and is open to other users`, remedy: `chmod 600 ${file}` };
  return (folder.mode & 0o022) === 0
    ? null
    : { message: `${path.dirname(file)} can be changed by other users`, remedy: `chmod 700 ${path.dirname(file)}` };
}

function damaged(file: string): CliError {
  const hint = `run \`diwan login\`: it starts a new file and saves this one as ${path.basename(file)}.bak`;
  return new CliError({ exit: EXIT.usage, code: DAMAGED, message: `${file} is damaged: it contains no profiles.`, hint });
}

function isAbsent(error: Error): boolean {
  const code = systemCode(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}

async function lock(file: string, io: Pick<Io, 'now'>): Promise<() => Promise<void>> {
  for (let tries = 0; tries < LOCK_TRIES; tries += 1) {
    try {
      await (await open(file, 'wx')).close();
      return () => rm(file, { force: true });
    } catch (error) {
      if (systemCode(error) !== 'EEXIST') throwNotWritable(file, error);
      await removeStaleLock(file, io.now());
      await sleep(LOCK_WAIT_MS);
    }
  }
  throw usageError(`${file} is locked by another diwan.`, 'if no other diwan is running, delete that file');
}

/** A killed process leaves its lock behind. */
async function removeStaleLock(file: string, now: number): Promise<void> {
  const found = await stat(file).catch(() => null);
  if (found !== null && now - found.mtimeMs > LOCK_STALE_MS) await rm(file, { force: true });
}

function throwNotWritable(file: string, error: unknown): never {
  throw new CliError({
    exit: EXIT.failed,
    code: 'config_not_writable',
    message: `${file} cannot be written: ${messageOf(error)}`,
    hint: 'set XDG_CONFIG_HOME to a folder of your own',
  });
}
