import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { QueryTypes } from 'sequelize';
import type { Environment } from '../../server/config/types.ts';
import { openDatabaseAt } from '../support/databases/scratch-database.ts';
import { waitedMs } from '../support/loop-watch.ts';
import { type ServerProcess, startProcess, until } from '../support/programs/process.ts';
import { freePort } from '../support/programs/redis.ts';
import { type Answer, ask } from '../support/requests/wire.ts';
import { testEnvironment } from '../support/server.ts';

export type Awaited = 'ready' | 'listening' | 'nothing';

export interface Launched extends ServerProcess {
  /** The environment of the process, for another start on the same data. */
  readonly env: Environment;
  readonly apiKey: string;
}

/** A server process on an empty database and a port chosen in advance. */
export async function launch(overrides: Environment = {}, awaited: Awaited = 'ready'): Promise<Launched> {
  return relaunch(await testEnvironment({ PORT: String(await freePort()), ...overrides }), awaited);
}

/** Another start in the same environment. */
export async function relaunch(env: Environment, awaited: Awaited = 'ready'): Promise<Launched> {
  const started = await startProcess(env, 'nothing');
  const server = { ...started, url: `http://127.0.0.1:${env['PORT']}`, env, apiKey: env['ADMIN_API_KEY'] ?? '' };
  const path = { ready: '/readyz', listening: '/healthz', nothing: null }[awaited];
  if (path !== null) await untilAnswered(server, path);
  return server;
}

/** A second process on the data of the first. */
export async function launchBeside({ env }: Launched, overrides: Environment = {}, awaited: Awaited = 'ready'): Promise<Launched> {
  return relaunch({ ...env, PORT: String(await freePort()), ...overrides }, awaited);
}

/** @throws when the server ends instead */
export async function untilAnswered({ url, child, output }: Launched, path: string): Promise<void> {
  await until(async () => hasEnded(child) || (await fetch(url + path)).ok, output);
  if (hasEnded(child)) throw new Error(`the server ended:\n${output()}`);
}

export function hasEnded(child: ServerProcess['child']): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

const fresh = new Agent({ keepAlive: false });

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A call under `/api/v1` with the platform key, on a new connection unless an agent is given. */
export function call(
  server: Pick<Launched, 'url' | 'apiKey'>,
  [method, path]: [Method, string],
  body?: object,
  agent: Agent = fresh,
): Promise<Answer> {
  const given = body === undefined ? {} : { body };
  return ask(server.url, `/api/v1${path}`, { method, headers: { 'X-Api-Key': server.apiKey }, agent, ...given });
}

/** A request outside of `/api`, such as `/readyz`, on a new connection. */
export function getPath(server: Pick<Launched, 'url'>, path: string): Promise<Answer> {
  return ask(server.url, path, { agent: fresh });
}

/** Registers an app. */
export async function register(server: Launched, slug: string): Promise<void> {
  const answer = await call(server, ['POST', '/admin/apps'], { slug, name: 'Shop', platform: 'both', packageName: 'com.example.shop' });
  if (answer.status !== 201) throw new Error(`registering answered ${answer.status}: ${answer.text}`);
}

/** The rows of a SELECT on a separate connection. */
export async function rowsOf<T extends object>({ env }: Pick<Launched, 'env'>, sql: string): Promise<T[]> {
  const db = openDatabaseAt(env['DATABASE_URL'] ?? '');
  try {
    return await db.sequelize.query<T>(sql, { type: QueryTypes.SELECT });
  } finally {
    await db.close();
  }
}

/** Waits until a process has ended; resolves to its exit code, its signal and the wait in `waitedMs`. */
export async function ending({ child, output }: ServerProcess): Promise<{ code: number | null; signal: string | null; ms: number }> {
  const started = waitedMs();
  await until(() => hasEnded(child), output);
  return { code: child.exitCode, signal: child.signalCode, ms: waitedMs() - started };
}

/** Every worker that has listened so far, oldest first. */
export function workersOf({ output }: Launched): number[] {
  return [...output().matchAll(/"pid":(\d+),[^\n]*"msg":"listening/g)].map(([, pid]) => Number(pid));
}

/** The workers that run, oldest first, whether they listen or not; only with their own program, because spawning ends with its start. */
export function runningWorkersOf({ child: { pid } }: Pick<ServerProcess, 'child'>): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  return children.filter(isWorker).map(Number);
}

/** One of these workers. @throws when it is missing: signals to the default 0 would end the tests themselves */
export function workerAt(pids: readonly number[], index: number): number {
  const pid = pids[index];
  if (pid === undefined) throw new Error(`there is no worker ${index} among ${pids.length}`);
  return pid;
}

function isWorker(pid: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--worker=');
  } catch {
    // it has ended
    return false;
  }
}
