import { type ChildProcess, execFileSync, fork, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';

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
export async function startDiwan(env: Record<string, string>): Promise<Served> {
  const child = fork(path.join(ROOT, 'dist/server/index.js'), {
    execArgv: startFlags(),
    env: {
      PATH: process.env['PATH'],
      HOST: '127.0.0.1',
      LOG_LEVEL: 'info',
      RATE_LIMIT_EVENTS: '1000000000/60',
      RATE_LIMIT_READ: '1000000000/60',
      RATE_LIMIT_ADMIN: 'off',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const url = `http://127.0.0.1:${env['PORT']}`;
  pin(child, 0);
  for (let tries = 0; tries < 300; tries += 1) {
    const ready = await fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return served(child, url);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the server did not get ready');
}

/** Starts a baseline server of this folder, which reports its port. */
export async function startBaseline(name: string, argument: string): Promise<Served> {
  const child = fork(path.join(import.meta.dirname, 'baseline', `${name}.ts`), [argument], { execArgv: ['--import', 'tsx'] });
  pin(child, 0);
  const [message] = (await once(child, 'message')) as [{ port: number }];
  return served(child, `http://127.0.0.1:${message.port}`);
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

function pin(child: ChildProcess, core: number): void {
  if (canPin) execFileSync('taskset', ['-a', '-c', '-p', String(core), String(child.pid)], { stdio: 'ignore' });
}

export interface Load {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  readonly method?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Measured {
  /** Replies per second. */
  readonly rate: number;
  readonly errors: number;
  readonly non2xx: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

/** Runs autocannon in a separate process. */
export async function measure(load: Load): Promise<Measured> {
  const options = ['-j', '-n', '-c', String(load.connections), '-d', String(load.seconds), '-m', load.method ?? 'GET'];
  const headers = Object.entries(load.headers ?? {}).flatMap(([name, value]) => ['-H', `${name}=${value}`]);
  const body = load.body === undefined ? [] : ['-b', load.body];
  const command = [process.execPath, path.join(ROOT, 'node_modules/autocannon/autocannon.js'), ...options, ...headers, ...body, load.url];
  const [file, ...args] = canPin ? ['taskset', '-c', '1', ...command] : command;
  const child = spawn(file as string, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  let output = '';
  child.stdout.on('data', (data: Buffer) => (output += data.toString()));
  await once(child, 'close');
  const result = JSON.parse(output) as {
    requests: { average: number };
    errors: number;
    non2xx: number;
    latency: { p50: number; p99: number };
  };
  return { rate: result.requests.average, errors: result.errors, non2xx: result.non2xx, p50: result.latency.p50, p99: result.latency.p99 };
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
  const results: Record<string, number[]> = {};
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, run] of Object.entries(runs)) results[name] = [...(results[name] ?? []), await run()];
  }
  const of = (name: string): number[] => results[name] ?? [];
  return {
    medians: Object.fromEntries(Object.entries(results).map(([name, values]) => [name, median(values)])),
    ratio: (above, below) => median(of(above).map((value, round) => value / (of(below)[round] ?? Number.NaN))),
  };
}

/** Resident memory of a process in MB. */
export function residentMegabytes(pid: number): number {
  const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1] ?? 0) / 1024;
}
