import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Environment } from '../../../server/config/types.ts';
import { temporaryFolder } from '../engine.ts';
import { until } from '../programs/process.ts';
import { freePort } from '../programs/redis.ts';

/** A reader who pastes the blocks of a document: one shell for the commands, another for the server. */
export interface Reader {
  readonly url: string;
  /** Where their programs look for settings. */
  readonly home: string;
  /** Runs a block in the shell, as pasted. A shell that a block has ended (`set -e`) runs no other. */
  run(script: string): Promise<{ readonly output: string; readonly status: number }>;
  /** Types a line for a `read` of the next block. */
  type(line: string): void;
  /** Ends the server that runs and starts one by a block; resolves once it is ready. */
  serve(script: string): Promise<void>;
  /** The output of the server so far. */
  served(): string;
  end(): Promise<void>;
}

const ROOT = path.join(import.meta.dirname, '../../..');
const OF_ONE_CHECKOUT = ['.git', '.env', 'node_modules', 'data', 'coverage'];
/** -e also ends the shell inside of a sourced block. */
const SHELL = 'exec 2>&1; set -euo pipefail; while IFS= read -r -u 3 block; do source "$block"; printf "\\0"; done';

/**
 * A reader with a checkout of their own: the files are those of this one, already installed and built, and what a start makes stays apart.
 */
export async function newReader(overrides: Environment = {}): Promise<Reader> {
  const folder = await newCheckout();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = { ...readersEnv(folder), PORT: String(port), HOST: '127.0.0.1', DIWAN_URL: url, ...overrides };
  const place = { cwd: path.join(folder, 'diwan'), env };
  const shell = bash(['-c', SHELL], place);
  let server: Watched | null = null;
  let blocks = 0;
  return {
    url,
    home: path.join(folder, 'home'),
    run(script) {
      blocks += 1;
      const file = path.join(folder, `block-${blocks}`);
      writeFileSync(file, script);
      return runBlock(shell, file);
    },
    type: (line) => void shell.child.stdin?.write(`${line}\n`),
    async serve(script) {
      await server?.end();
      // CI and `prepare` install and build before any test runs: here npm ci compares package.json with the lock file, and changes nothing
      server = bash(['-euo', 'pipefail', '-c', script], { ...place, env: { ...env, npm_config_dry_run: 'true' } });
      await untilReady(server, url);
    },
    served: () => server?.output() ?? '',
    async end() {
      await server?.end();
      await shell.end();
    },
  };
}

/** Sends the shell the file of a block; the shell writes a NUL when it has run it. */
async function runBlock(shell: Watched, file: string): Promise<{ output: string; status: number }> {
  const earlier = shell.output().length;
  (shell.child.stdio[3] as NodeJS.WritableStream).write(`${file}\n`);
  await until(() => shell.hasEnded() || shell.output().indexOf('\0', earlier) >= 0, shell.output, 150_000);
  const status = shell.hasEnded() ? shell.child.exitCode || 1 : 0;
  return { output: shell.output().slice(earlier).replace(/\0$/, ''), status };
}

/** The commands of a block may do more than start a server: npm ci reads all of its cache. */
const READY_MS = 150_000;

async function untilReady(server: Watched, url: string): Promise<void> {
  await until(async () => server.hasEnded() || (await fetch(`${url}/readyz`)).ok, server.output, READY_MS);
  if (server.hasEnded()) throw new Error(`The server ended:\n${server.output()}`);
}

async function newCheckout(): Promise<string> {
  const folder = await temporaryFolder();
  const checkout = path.join(folder, 'diwan');
  mkdirSync(checkout);
  mkdirSync(path.join(folder, 'home'));
  for (const name of readdirSync(ROOT).filter((entry) => !OF_ONE_CHECKOUT.includes(entry)))
    symlinkSync(path.join(ROOT, name), path.join(checkout, name));
  return folder;
}

/** The environment of a reader's shell, without the variables of this process. */
function readersEnv(folder: string): Environment {
  const { PATH = '', NODE_V8_COVERAGE } = process.env;
  const modules = path.join(ROOT, 'node_modules');
  const npm = { loglevel: 'error', ignore_scripts: 'true', offline: 'true', audit: 'false', fund: 'false', update_notifier: 'false' };
  return {
    PATH: [path.join(modules, '.bin'), PATH, '/usr/sbin', '/usr/local/sbin'].join(path.delimiter),
    NODE_PATH: modules,
    HOME: path.join(folder, 'home'),
    LC_ALL: 'C.UTF-8',
    ...Object.fromEntries(Object.entries(npm).map(([name, value]) => [`npm_config_${name}`, value])),
    ...(NODE_V8_COVERAGE ? { NODE_V8_COVERAGE } : {}),
  };
}

interface Watched {
  readonly child: ChildProcess;
  output(): string;
  hasEnded(): boolean;
  end(): Promise<void>;
}

const watched = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of watched) signalGroup(child, 'SIGKILL');
});

/** A bash as the leader of a process group: it starts npm, npm a shell, and the shell the server. */
function bash(words: readonly string[], place: { cwd: string; env: Environment }): Watched {
  const stdio = ['pipe', 'pipe', 'pipe', 'pipe'] as const;
  const child: ChildProcess = spawn('bash', ['--noprofile', '--norc', ...words], { ...place, detached: true, stdio: [...stdio] });
  watched.add(child);
  const chunks: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => chunks.push(text));
  child.stdin?.on('error', () => {});
  const closed = once(child, 'close').then(() => watched.delete(child));
  return {
    child,
    output: () => chunks.join(''),
    hasEnded: () => !watched.has(child),
    async end() {
      signalGroup(child, 'SIGTERM');
      await closed;
    },
  };
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined || !watched.has(child)) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // it ended just now
  }
}
