import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

export type EngineName = 'sqlite' | 'mariadb';

interface DatabaseServer {
  createDatabase(): Promise<string>;
  stop(): Promise<void>;
}

let server: Promise<DatabaseServer> | null = null;
const folders: string[] = [];

// also when mocha is called by hand without the hooks, or dies
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** The engine of this run, `TEST_ENGINE`; the embedded one when mocha is called by hand. */
export function engineName(): EngineName {
  const name = process.env['TEST_ENGINE'] ?? 'sqlite';
  if (name === 'sqlite' || name === 'mariadb') return name;
  throw new Error(`TEST_ENGINE must be sqlite or mariadb, not "${name}".`);
}

/**
 * The URL of an empty database that no other caller gets, in the form that `DATABASE_URL` takes. The first call on MariaDB starts the
 * throw-away server that all of this process share (about a second).
 */
export async function freshDatabaseUrl(): Promise<string> {
  if (engineName() === 'sqlite') return `sqlite:${path.join(await temporaryFolder(), 'diwan.sqlite')}`;
  server ??= startServer();
  return (await server).createDatabase();
}

/** An empty folder that is deleted when the process ends. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'diwan-test-'));
  folders.push(folder);
  return folder;
}

/** Starts a cluster, which takes longer than the hook of a test may. Called once, by `hooks.ts`, before every test. */
export async function prepareEngine(): Promise<void> {
  if (engineName() === 'mariadb' && process.env['TEST_GALERA'] === '1') server ??= startServer();
  await server;
}

/** Stops the server that `freshDatabaseUrl` started, if it did. Called once, by `hooks.ts`, when every test is done. */
export async function disposeEngine(): Promise<void> {
  const running = server;
  server = null;
  await (await running)?.stop();
}

/** Loaded only when needed: a run on the embedded engine never touches MariaDB. */
async function startServer(): Promise<DatabaseServer> {
  // all tests share the cluster
  if (process.env['TEST_GALERA'] === '1') return (await import('./databases/galera.ts')).startGalera();
  return (await import('./databases/mariadb.ts')).startMariaDb();
}
