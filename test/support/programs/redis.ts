import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freezeProcess } from './freeze.ts';

const BINARY = 'redis-server';
const ATTEMPTS = 5;
const READY_MS = 10_000;

export interface TestRedis {
  readonly url: string;
  readonly port: number;
  /** The pid of the current process; `restart` changes it. */
  readonly pid: number;
  /** Ends the process and removes its folder. */
  stop(): Promise<void>;
  /** Stops the process (SIGSTOP); its connections stay open. */
  freeze(): void;
  thaw(): void;
  /** Dies at once (SIGKILL); the port stays this server's own for a `restart`. */
  kill(): Promise<void>;
  /** Dies if it still runs, and comes back on the same port with nothing in it. */
  restart(): Promise<void>;
}

function hasRedis(): boolean {
  return spawnSync(BINARY, ['--version']).status === 0;
}

/** For a `before` hook: the tests after it fail with one clear message. @throws when redis-server is not installed. */
export function requireRedis(): void {
  if (hasRedis()) return;
  throw new Error('redis-server is not installed; these tests need the Debian package redis-server: apt-get install redis-server');
}

/** A throw-away Redis on a free port of the loopback, nothing persisted. @throws when redis-server is not installed. */
export async function startRedis(...options: string[]): Promise<TestRedis> {
  requireRedis();
  const dir = await mkdtemp(join(tmpdir(), 'diwan-redis-'));
  const port = await freePort();
  const place = { dir, port, options };
  let child = await launch(place);
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    get pid() {
      return child.pid as number;
    },
    freeze: () => freezeProcess(child.pid ?? 0),
    thaw: () => void child.kill('SIGCONT'),
    kill: () => end(child),
    async restart() {
      await end(child);
      child = await launch(place);
    },
    async stop() {
      await end(child);
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** A free port below the system's ephemeral range, so that no other process gets it before it is used. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(12_000, 32_000);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}

interface Place {
  readonly dir: string;
  readonly port: number;
  readonly options: readonly string[];
}

/** Tries again while the port is still held, by the last process's connections or by a passer-by. */
async function launch(place: Place): Promise<ChildProcess> {
  for (let attempt = 1; ; attempt += 1) {
    const child = spawnServer(place);
    const output = await ready(child);
    if (output === null) return child;
    await end(child);
    if (attempt === ATTEMPTS) throw new Error(`redis-server did not start on port ${place.port}:\n${output}`);
  }
}

function spawnServer({ dir, port, options }: Place): ChildProcess {
  const settings = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
    '--daemonize',
    'no',
    '--dir',
    dir,
    ...options,
  ];
  const child = spawn(BINARY, settings, { stdio: ['ignore', 'pipe', 'inherit'] });
  const killWithUs = (): void => void child.kill('SIGKILL');
  process.once('exit', killWithUs);
  child.once('exit', () => process.off('exit', killWithUs));
  return child;
}

/** @returns null once it accepts connections, or what it printed when it ended or stayed silent instead. */
function ready(child: ChildProcess): Promise<string | null> {
  let output = '';
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(output), READY_MS);
    const settle = (result: string | null): void => {
      clearTimeout(timer);
      resolve(result);
    };
    child.once('exit', () => settle(output));
    child.stdout?.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-4000);
      if (output.includes('Ready to accept connections')) settle(null);
    });
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}
