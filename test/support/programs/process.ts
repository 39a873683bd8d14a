import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Environment } from '../../../server/config/types.ts';
import { waitedMs } from '../loop-watch.ts';
import { buildDist } from './dist.ts';

export interface ServerProcess {
  readonly url: string;
  readonly child: ChildProcess;
  /** Everything it wrote so far, standard output and error together. */
  output(): string;
  /** Sends a signal and resolves with how it ended. */
  end(signal?: NodeJS.Signals): Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

const ROOT = path.join(import.meta.dirname, '../../..');
const running = new Set<ChildProcess>();

/** Starts the server as a process, like `npm start`. It may still be starting with `waitFor: 'listening'`. */
export async function startProcess(env: Environment, waitFor: 'ready' | 'listening' | 'nothing' = 'ready'): Promise<ServerProcess> {
  buildDist();
  const child = spawn(process.execPath, ['--heap-growing-percent=20', '--v8-pool-size=1', 'dist/server/index.js'], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data: Buffer) => (output += data.toString()));
  const end = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (child.exitCode === null && child.signalCode === null) {
      const exited = once(child, 'exit');
      child.kill(signal);
      await exited;
    }
    return { code: child.exitCode, signal: child.signalCode };
  };
  const port = waitFor === 'nothing' ? 0 : await waitForPort(child, () => output);
  const url = `http://127.0.0.1:${port}`;
  if (waitFor === 'ready')
    await until(
      async () => (await fetch(`${url}/readyz`)).ok,
      () => output,
    );
  return { url, child, output: () => output, end };
}

/** Kills the servers that a failed test left running. */
export function endProcesses(): void {
  for (const child of running) child.kill('SIGKILL');
}

async function waitForPort(child: ChildProcess, output: () => string): Promise<number> {
  await until(async () => child.exitCode !== null || /"port":\d+/.test(output()), output);
  const port = /"port":(\d+)/.exec(output())?.[1];
  if (port === undefined) throw new Error(`the server did not listen:\n${output()}`);
  return Number(port);
}

/**
 * Polls until `condition` holds; a condition that throws does not hold yet.
 * @throws after `limitMs` of `waitedMs`, so that a slow machine has more time
 */
export async function until(
  condition: () => Promise<boolean> | boolean,
  explain: () => string = () => '',
  limitMs = 60_000,
): Promise<void> {
  const end = waitedMs() + limitMs;
  while (waitedMs() < end) {
    if (
      await Promise.resolve()
        .then(condition)
        .catch(() => false)
    )
      return;
    await sleep(20);
  }
  throw new Error(`did not happen within ${limitMs} ms. ${explain()}`);
}
