import { type ChildProcess, execFileSync, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { LoadPlan, LoadResult } from './load-plan.ts';
import type { OpenPlan, OpenResult } from './open-load-plan.ts';

/** The server runs on one core and the load on another, so that they do not compete. */

const ROOT = path.join(import.meta.dirname, '../..');
const canPin = spawnSync('taskset', ['--version']).status === 0;

export interface Served {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

export function describeMachine(): string {
  return canPin ? 'server on core 0, load on core 1' : 'taskset is not here: nothing is pinned to a core, expect more noise';
}

/** Starts the built server like `npm start`, without rate limits and with its log in /dev/null. */
export function startDiwan(env: Record<string, string>): Promise<Served> {
  return startNode(path.join(ROOT, 'dist/server/index.js'), {
    url: `http://127.0.0.1:${env['PORT']}`,
    readyPath: '/readyz',
    execArgv: startFlags(),
    env: {
      HOST: '127.0.0.1',
      LOG_LEVEL: 'info',
      RATE_LIMIT_EVENTS: '1000000000/60',
      RATE_LIMIT_EVENTS_BYTES: 'off',
      RATE_LIMIT_READ: '1000000000/60',
      RATE_LIMIT_SEARCH: 'off',
      RATE_LIMIT_EVALUATE: 'off',
      RATE_LIMIT_EVALUATE_ADDRESS: '1000000000/60',
      RATE_LIMIT_ADMIN: 'off',
      ...env,
    },
  });
}

interface NodeServer {
  readonly url: string;
  /** Answers with a status of 2xx once the server is ready. */
  readonly readyPath: string;
  readonly env: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  readonly execArgv?: readonly string[];
}

/** Starts a server on core 0 and waits until it is ready. @throws Error when it is not ready after a minute */
export async function startNode(file: string, { url, readyPath, env, args = [], execArgv = [] }: NodeServer): Promise<Served> {
  const child = fork(file, args, {
    execArgv: [...execArgv],
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  keep(child, 0);
  for (let tries = 0; tries < 1_200 && child.exitCode === null; tries += 1) {
    const ready = await fetch(`${url}${readyPath}`).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return served(child, url);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${file} did not get ready`);
}

/** Starts a baseline server of this folder, which reports its port. */
export async function startBaseline(name: string, argument: string): Promise<Served> {
  const child = fork(path.join(import.meta.dirname, 'baseline', `${name}.ts`), [argument], { execArgv: ['--import', 'tsx'] });
  keep(child, 0);
  const { port } = await messageOf<{ port: number }>(child);
  return served(child, `http://127.0.0.1:${port}`);
}

/** The next message of a process. @throws Error when it ends without one */
async function messageOf<T>(child: ChildProcess): Promise<T> {
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`a process of the bench ended with code ${code}`)));
  const [message] = await Promise.race([once(child, 'message'), ended]);
  return message as T;
}

/** Node's flags in the script `start`. */
function startFlags(): string[] {
  const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { scripts: { start: string } };
  return scripts.start.split(' ').filter((word) => word.startsWith('--'));
}

function served(child: ChildProcess, url: string): Served {
  const stop = async (): Promise<void> => {
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
  };
  return { url, pid: child.pid ?? 0, stop };
}

/** Keeps the threads of a process on one core. */
export function pinProcess(pid: number, core: number): void {
  if (canPin) execFileSync('taskset', ['-a', '-c', '-p', String(core), String(pid)], { stdio: 'ignore' });
}

/** Pins a process to a core and ends it with the bench, even when the bench fails. */
function keep(child: ChildProcess, core: number): void {
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.removeListener('exit', kill));
  pinProcess(child.pid ?? 0, core);
}

export interface Load {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  readonly method?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Measured extends LoadResult {
  /** Answers without a status of 2xx or 3xx, and requests without an answer. */
  readonly failed: number;
}

export interface MeasuredClients extends Measured {
  /** Microseconds of processor time of the server per answer, in user mode and in the kernel. */
  readonly cpuPerAnswer: number;
}

/** Sends one request again and again on each connection. */
export async function measure({ url, connections, seconds, method = 'GET', body, headers = {} }: Load): Promise<Measured> {
  const { origin, pathname, search } = new URL(url);
  const request = { method, path: `${pathname}${search}`, ...(body === undefined ? {} : { body }) };
  return runLoad({ url: origin, seconds, clients: new Array(connections).fill({ headers, requests: [request] }) });
}

/** Sends the requests of each client and measures the server's processor time. */
export async function measureClients({ url, pid }: Served, plan: Omit<LoadPlan, 'url'>): Promise<MeasuredClients> {
  let before = 0;
  const measured = await runLoad({ ...plan, url }, () => {
    before = processorMicroseconds(pid);
  });
  const answers = Object.values(measured.statuses).reduce((sum, count) => sum + count, 0);
  return { ...measured, cpuPerAnswer: (processorMicroseconds(pid) - before) / answers };
}

/** `measureClients` for a load that the server must answer completely. @throws Error when a request failed */
export async function measureAll(server: Served, seconds: number, clients: LoadPlan['clients']): Promise<MeasuredClients> {
  const measured = await measureClients(server, { seconds, clients });
  if (measured.failed > 0) throw new Error(`${clients[0]?.requests[0]?.path}: ${JSON.stringify(measured.statuses)}`);
  return measured;
}

/** Sends requests at a fixed rate, whether the server answers or not. */
export function runOpenLoad(plan: OpenPlan): Promise<OpenResult> {
  return generate<OpenResult>('open-load.ts', plan);
}

/** Starts a generator of this folder on the other core and gives it its plan. */
async function generate<Result>(file: string, plan: LoadPlan | OpenPlan, onStart: () => void = () => {}): Promise<Result> {
  const child = fork(path.join(import.meta.dirname, file), { execArgv: ['--import', 'tsx'] });
  keep(child, 1);
  await messageOf<'ready'>(child);
  onStart();
  child.send(plan);
  return messageOf<Result>(child);
}

async function runLoad(plan: LoadPlan, onStart?: () => void): Promise<Measured> {
  const result = await generate<LoadResult>('load.ts', plan, onStart);
  const failed = Object.entries(result.statuses).reduce((sum, [status, count]) => sum + (/^[23]/.test(status) ? 0 : count), 0);
  return { ...result, failed: failed + result.broken };
}

/** Linux counts processor time in ticks of 10 ms on every architecture. */
function processorMicroseconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // the name of the process, in parentheses, may contain spaces
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

export interface Alternated {
  /** Median by name. */
  readonly medians: Readonly<Record<string, number>>;
  /** Median of the ratios of the rounds: a slow period of the machine affects both sides of a ratio. */
  ratio(above: string, below: string): number;
}

/** Runs each in turn, `rounds` times, so that other load on the machine affects all alike. */
export async function alternate(rounds: number, runs: Readonly<Record<string, () => Promise<number>>>): Promise<Alternated> {
  return summarize(await runInTurn(rounds, runs), (value) => value);
}

/** The results of each, in the order of the rounds. */
export async function runInTurn<T>(rounds: number, runs: Readonly<Record<string, () => Promise<T>>>): Promise<Record<string, T[]>> {
  const results: Record<string, T[]> = {};
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, run] of Object.entries(runs)) results[name] = [...(results[name] ?? []), await run()];
  }
  return results;
}

export function summarize<T>(results: Readonly<Record<string, readonly T[]>>, pick: (result: T) => number): Alternated {
  const of = (name: string): number[] => (results[name] ?? []).map(pick);
  return {
    medians: Object.fromEntries(Object.keys(results).map((name) => [name, median(of(name))])),
    ratio: (above, below) => median(of(above).map((value, round) => value / (of(below)[round] ?? Number.NaN))),
  };
}

/** Resident memory of a process in MB. */
export function residentMegabytes(pid: number): number {
  const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1] ?? 0) / 1024;
}
