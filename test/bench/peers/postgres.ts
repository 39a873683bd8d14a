import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { until } from '../../support/programs/process.ts';
import { freePort } from '../setup.ts';

export interface Postgres {
  /** Where a peer finds its empty database. */
  readonly url: string;
  stop(): Promise<void>;
}

/** PostgreSQL refuses to run as root: then its processes run as the user that Debian creates for it. */
interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** Starts a PostgreSQL in a temporary folder that flushes at each commit, or resolves to null without its binaries or account. */
export async function startPostgres(): Promise<Postgres | null> {
  const binaries = findBinaries();
  const account = accountOf();
  if (binaries === null || account === 'missing') return null;
  const folder = mkdtempSync(path.join(tmpdir(), 'diwan-bench-postgres-'));
  if (account !== null) chownSync(folder, account.uid, account.gid);
  const options = { ...account, cwd: folder, stdio: 'ignore' } as const;
  const data = path.join(folder, 'data');
  execFileSync(path.join(binaries, 'initdb'), ['-D', data, '-U', 'bench', '--auth=trust', '--no-sync'], options);
  const port = await freePort();
  const flags = ['-D', data, '-p', String(port), '-k', folder, '-c', 'listen_addresses=127.0.0.1', '-c', 'max_connections=200'];
  const child = spawn(path.join(binaries, 'postgres'), flags, options);
  const stop = () => end(child, folder);
  process.once('exit', () => child.kill('SIGKILL'));
  await until(() => isReady(path.join(binaries, 'pg_isready'), port));
  return { url: `postgres://bench@127.0.0.1:${port}/postgres`, stop };
}

async function end(child: ChildProcess, folder: string): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGINT');
  await exited;
  rmSync(folder, { recursive: true, force: true });
}

function isReady(command: string, port: number): boolean {
  try {
    execFileSync(command, ['-h', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** The folder of the binaries: on the PATH, or the newest version where Debian puts it. */
function findBinaries(): string | null {
  const debian = '/usr/lib/postgresql';
  const versions = readable(debian) ? readdirSync(debian).toSorted((left, right) => Number(right) - Number(left)) : [];
  const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), ...versions.map((version) => path.join(debian, version, 'bin'))];
  return folders.find((folder) => ['initdb', 'postgres', 'pg_isready'].every((name) => readable(path.join(folder, name)))) ?? null;
}

function readable(file: string): boolean {
  try {
    accessSync(file);
    return true;
  } catch {
    return false;
  }
}

/** Null when this process does not run as root. */
function accountOf(): Account | null | 'missing' {
  if (process.getuid?.() !== 0) return null;
  const idOf = (flag: string): number => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  const [uid, gid] = [idOf('-u'), idOf('-g')];
  return uid > 0 ? { uid, gid } : 'missing';
}
