import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { endProcesses, startProcess } from '../support/programs/process.ts';
import { figure, promise, title } from './report.ts';
import { benchEnvironment, call } from './setup.ts';

const ENTRY = path.join(import.meta.dirname, '../../dist/cli/index.js');
const RUNS = 15;

/**
 * The time of a command: the median of whole processes in alternating runs. The time of `apps list` is reported without the time of an
 * empty Node script and without the time of the server for the same request on a new connection.
 */
export async function benchCli(): Promise<void> {
  title('The command line: median of whole processes');
  const folder = mkdtempSync(path.join(tmpdir(), 'diwan-bench-cli-'));
  const env = await benchEnvironment(`sqlite:${path.join(folder, 'diwan.sqlite')}`);
  const server = await startProcess({ ...env, NODE_ENV: 'test', HOST: '127.0.0.1', RATE_LIMIT_ADMIN: 'off' });
  try {
    for (let index = 1; index <= 20; index += 1) {
      const app = { slug: `app-${index}`, name: 'Shop', platform: 'both', packageName: 'com.example.shop' };
      await call(server.url, env.ADMIN_API_KEY, { path: '/admin/apps', body: app });
    }
    const home = { PATH: process.env['PATH'] ?? '', XDG_CONFIG_HOME: homeFor(folder, { url: server.url, apiKey: env.ADMIN_API_KEY }) };
    execFileSync(process.execPath, [ENTRY, 'apps', 'list'], { env: home });
    const times = { node: [] as number[], help: [] as number[], list: [] as number[], answer: [] as number[] };
    for (let turn = 0; turn < RUNS; turn += 1) {
      times.node.push(await timed(() => ended(['-e', ''], home)));
      times.help.push(await timed(() => ended([ENTRY, '--help'], home)));
      times.list.push(await timed(() => ended([ENTRY, 'apps', 'list'], home)));
      times.answer.push(await timed(() => answered(server.url, env.ADMIN_API_KEY)));
    }
    report(times);
  } finally {
    await server.end();
    endProcesses();
  }
}

function report({ node, help, list, answer }: Readonly<Record<'node' | 'help' | 'list' | 'answer', readonly number[]>>): void {
  figure('Node alone, an empty script', `${median(node).toFixed(0)} ms`);
  figure("the server's answer to the same request", `${median(answer).toFixed(0)} ms`);
  figure('diwan apps list', `${median(list).toFixed(0)} ms`);
  promise('diwan --help, ms', median(help), { atMost: 300 });
  promise('diwan apps list beyond both, ms', median(list) - median(node) - median(answer), { atMost: 150 });
}

function homeFor(folder: string, given: { url: string; apiKey: string }): string {
  mkdirSync(path.join(folder, 'diwan'), { mode: 0o700 });
  const profile = { project: null, username: null, accessToken: null, refreshToken: null, ...given };
  const text = JSON.stringify({ current: 'default', profiles: { default: profile } });
  writeFileSync(path.join(folder, 'diwan/profiles.json'), text, { mode: 0o600 });
  return folder;
}

async function ended(words: readonly string[], env: Record<string, string>): Promise<void> {
  const child = spawn(process.execPath, words, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}`);
}

async function answered(url: string, apiKey: string): Promise<void> {
  const response = await fetch(`${url}/api/v1/admin/apps`, { headers: { 'X-Api-Key': apiKey, Connection: 'close' } });
  await response.arrayBuffer();
}

async function timed(act: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await act();
  return performance.now() - started;
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;
}
