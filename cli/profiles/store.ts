import { randomUUID } from 'node:crypto';
import { chmod, lstat, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CliError, EXIT, usageError } from '../errors.ts';
import type { Io } from '../io.ts';

/** What is kept of one server and one account on it. */
export interface Profile {
  readonly url: string;
  /** Sent as X-Project-ID where the token does not say it; null leaves it to the server. */
  readonly project: number | null;
  readonly username: string | null;
  readonly accessToken: string | null;
  readonly refreshToken: string | null;
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

/** The file that holds the profiles, secrets included: readable by its owner alone. */
export function profilesFile(env: Io['env']): string {
  const base = env['XDG_CONFIG_HOME'] || path.join(env['HOME'] || homedir(), '.config');
  return path.join(base, 'diwan', 'profiles.json');
}

/** The profiles kept; says on stderr when others may read them. @throws CliError when the file is not ours, cannot be read or is damaged */
export async function readProfiles(io: Io): Promise<Profiles> {
  const file = profilesFile(io.env);
  const looseness = await loosenessOf(file);
  if (looseness !== null) io.stderr.write(`warning: ${looseness.fault}; run: ${looseness.remedy}\n`);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (isAbsent(error)) return null;
    throw usageError(`${file} cannot be read: ${error.message}`, 'look at its owner and rights');
  });
  if (text === null) return EMPTY;
  const profiles = parse(text);
  if (profiles === null) throw damaged(file);
  return profiles;
}

/** The same, but without what is damaged: the change to come puts that aside. */
export async function readSoundProfiles(io: Io): Promise<Profiles> {
  return readProfiles(io).catch((error: unknown) => {
    if (!(error instanceof CliError) || error.facts.code !== DAMAGED) throw error;
    io.stderr.write(`warning: ${error.message} It is kept as ${profilesFile(io.env)}.bak.\n`);
    return EMPTY;
  });
}

/** Changes the profiles, one command after the other: two that sign in at once both stay. */
export async function changeProfiles(io: Pick<Io, 'env' | 'now'>, change: (profiles: Profiles) => Profiles): Promise<void> {
  const file = profilesFile(io.env);
  const folder = path.dirname(file);
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch(cannotWrite(folder));
  await chmod(folder, 0o700).catch(() => {});
  const unlock = await lock(`${file}.lock`, io);
  try {
    const text = await readFile(file, 'utf8').catch(() => null);
    const before = text === null ? EMPTY : parse(text);
    // what is damaged is kept for whoever wants to mend it
    if (before === null) await rename(file, `${file}.bak`);
    // a file of its own takes the place of the old one in one step: secrets never go where a link points
    const temporary = `${file}.${randomUUID()}`;
    await writeFile(temporary, `${JSON.stringify(change(before ?? EMPTY), null, 2)}\n`, { mode: 0o600 }).catch(cannotWrite(file));
    await rename(temporary, file);
  } finally {
    await unlock();
  }
}

function parse(text: string): Profiles | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('profiles' in value) || !('current' in value)) return null;
    return typeof value.profiles === 'object' && value.profiles !== null && typeof value.current === 'string' ? (value as Profiles) : null;
  } catch {
    return null;
  }
}

/** What is wrong with the rights of the file, and how to mend it; null when all is well or there is none. */
export async function loosenessOf(file: string): Promise<{ readonly fault: string; readonly remedy: string } | null> {
  const [found, folder] = await Promise.all([stat(file).catch(() => null), lstat(path.dirname(file)).catch(() => null)]);
  if (found === null || folder === null) return null;
  const self = process.getuid?.();
  if (self !== undefined && self !== 0 && found.uid !== self)
    throw usageError(`${file} belongs to another user.`, 'set XDG_CONFIG_HOME to a folder of yours');
  if ((found.mode & 0o077) !== 0) return { fault: `${file} holds credentials and is open to others`, remedy: `chmod 600 ${file}` };
  return (folder.mode & 0o022) === 0
    ? null
    : { fault: `${path.dirname(file)} can be changed by others`, remedy: `chmod 700 ${path.dirname(file)}` };
}

function damaged(file: string): CliError {
  const hint = `run \`diwan login\`: it starts anew, and keeps this one as ${path.basename(file)}.bak`;
  return new CliError({ exit: EXIT.usage, code: DAMAGED, message: `${file} is damaged: it does not hold profiles.`, hint });
}

function isAbsent({ code }: NodeJS.ErrnoException): boolean {
  return code === 'ENOENT' || code === 'ENOTDIR';
}

async function lock(file: string, io: Pick<Io, 'now'>): Promise<() => Promise<void>> {
  for (let tries = 0; tries < LOCK_TRIES; tries += 1) {
    try {
      await (await open(file, 'wx')).close();
      return () => rm(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') cannotWrite(file)(error as Error);
      await forgetStale(file, io.now());
      await sleep(LOCK_WAIT_MS);
    }
  }
  throw usageError(`${file} is held by another diwan.`, 'if none is running, delete that file');
}

/** Its holder was killed. */
async function forgetStale(file: string, now: number): Promise<void> {
  const found = await stat(file).catch(() => null);
  if (found !== null && now - found.mtimeMs > LOCK_STALE_MS) await rm(file, { force: true });
}

function cannotWrite(file: string): (error: Error) => never {
  return (error) => {
    throw new CliError({
      exit: EXIT.failed,
      code: 'config_not_writable',
      message: `${file} cannot be written: ${error.message}`,
      hint: 'set XDG_CONFIG_HOME to a folder of yours',
    });
  };
}
