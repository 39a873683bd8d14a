import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadEnvironment } from '../config/load-env-file.ts';
import { CONFIG_VARIABLES, readConfig } from '../config/read-config.ts';
import type { Environment } from '../config/types.ts';
import { CONSOLE_PATH } from '../platform/pages/console-page.ts';
import { messageOf } from './on-database.ts';

/** The entry point of `npm run demo`: an empty database with the demo data, and a server on it, until Ctrl-C. */

const ROOT = path.join(import.meta.dirname, '../../..');
const KEPT = ['PORT', 'HOST', 'LOG_LEVEL', 'SERVE_CONSOLE'];
const POLL_MS = 200;

process.exitCode = await run();

/** Resolves to the exit code. */
async function run(): Promise<number> {
  const folder = mkdtempSync(path.join(tmpdir(), 'diwan-demo-'));
  try {
    return await runIn(folder);
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`);
    return 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runIn(folder: string): Promise<number> {
  const given = loadEnvironment();
  const { http, pages } = readConfig(Object.fromEntries(KEPT.map((name) => [name, given[name]])));
  const { port } = http;
  if (port === 0) throw new Error('PORT is 0, so the address of the demo would not be known: choose a port, or leave PORT out.');
  const apiKey = randomBytes(24).toString('base64url');
  // an empty value hides the line of .env: no mail is sent, and no other database is touched
  const blank = Object.fromEntries(CONFIG_VARIABLES.map(({ name }) => [name, KEPT.includes(name) ? given[name] : '']));
  const env = { ...given, ...blank, DATA_DIR: folder, DATABASE_URL: `sqlite:${path.join(folder, 'demo.sqlite')}`, ADMIN_API_KEY: apiKey };
  process.stdout.write('Preparing the demo data...\n');
  await finish(['dist/server/commands/migrate.js'], env);
  await finish(['node_modules/sequelize-cli/lib/sequelize', 'db:seed:all'], env);
  const signIn = await finish(['dist/server/commands/seed-operator.js'], env);
  const server = spawn(process.execPath, ['dist/server/index.js'], { cwd: ROOT, env, stdio: 'inherit' });
  const ended = once(server, 'exit');
  // a terminal sends the signal to both; the server ends first, then the data is deleted
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal));
  await untilReady(server, `http://localhost:${port}`);
  if (isRunning(server)) process.stdout.write(welcome({ url: `http://localhost:${port}`, hasConsole: pages.console, apiKey, signIn }));
  const [code] = await ended;
  return typeof code === 'number' ? code : 0;
}

/** Runs a step to its end and resolves to its output. @throws Error with the output when it fails */
async function finish(args: readonly string[], env: Environment): Promise<string> {
  const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (output += data.toString()));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(output);
  return output;
}

async function untilReady(server: ChildProcess, url: string): Promise<void> {
  while (isRunning(server)) {
    const isReady = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await sleep(POLL_MS);
  }
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}

interface Demo {
  readonly url: string;
  readonly hasConsole: boolean;
  readonly apiKey: string;
  readonly signIn: string;
}

function welcome({ url, hasConsole, apiKey, signIn }: Demo): string {
  const console = hasConsole ? `Console  ${url}${CONSOLE_PATH}\n` : '';
  return `
The demo runs until you press Ctrl-C, which deletes its data.

${console}Open     ${url}/docs
${signIn.trim()}
API key  ${apiKey}

Type in a second terminal:
  curl -H 'X-Project-ID: 99' '${url}/api/v1/posts?limit=3'
  npx diwan login --url ${url} --username demo
  npx diwan reviews list
`;
}
