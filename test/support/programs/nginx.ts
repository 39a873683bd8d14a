import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readDocument } from '../documents/document.ts';
import { temporaryFolder } from '../engine.ts';
import { until } from './process.ts';
import { freePort } from './redis.ts';

export const PAGE = 'docs/nginx-cache.md';
const BALANCING = path.join(import.meta.dirname, '../../../deploy/nginx/api.conf');
const BINARY = 'nginx';
/** Debian installs nginx outside of the PATH of ordinary users. */
const ENV = { PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/usr/local/sbin` };

export interface TestNginx {
  readonly url: string;
  readonly pid: number;
  /** The folder of the stored answers. */
  readonly cache: string;
  /** The lines that the configuration logs for start-up reads. */
  log(): string[];
  stop(): Promise<void>;
}

export function hasNginx(): boolean {
  return spawnSync(BINARY, ['-v'], { env: ENV }).status === 0;
}

/** The configuration that the page shows. */
export function documentedConfig(): string {
  const blocks = readDocument(PAGE).blocks.filter(({ language }) => language === 'nginx');
  const [block] = blocks;
  if (block === undefined || blocks.length > 1) throw new Error(`${PAGE} must have one nginx block.`);
  return block.text;
}

/**
 * Starts nginx with the documented configuration, without TLS, in a temporary folder. `edit` changes the configuration for one test.
 * @throws when nginx is not installed
 */
export async function startNginx(diwanPort: number, edit: (config: string) => string = (config) => config): Promise<TestNginx> {
  const folder = await temporaryFolder();
  const innerPort = await freePort();
  const places: Record<string, string> = {
    '127.0.0.1:3001': `127.0.0.1:${innerPort}`,
    '127.0.0.1:3000': `127.0.0.1:${diwanPort}`,
    '/var/cache/diwan': path.join(folder, 'cache'),
    '/var/log/nginx/diwan.log': path.join(folder, 'diwan.log'),
  };
  let config = documentedConfig();
  for (const [documented, here] of Object.entries(places)) config = replaced(config, documented, here);
  return runNginx(folder, edit(config));
}

/** Starts nginx with `deploy/nginx/api.conf`, without TLS, in front of servers on these ports. `edit` changes it, such as its times. */
export async function startBalancingNginx(
  ports: readonly number[],
  edit: (config: string) => string = (config) => config,
): Promise<Pick<TestNginx, 'url' | 'stop'>> {
  let config = readFileSync(BALANCING, 'utf8');
  for (const [index, port] of ports.entries()) config = replaced(config, `10.0.0.${index + 1}:3000`, `127.0.0.1:${port}`);
  return runNginx(await temporaryFolder(), edit(config));
}

/** The same with TLS, as documented, in front of one server. Plain HTTP at `plainUrl`. */
export async function startTlsNginx(
  diwanPort: number,
  { key, cert }: { key: string; cert: string },
): Promise<Pick<TestNginx, 'url' | 'stop'> & { readonly plainUrl: string }> {
  const folder = await temporaryFolder();
  const plainPort = await freePort();
  let config = readFileSync(BALANCING, 'utf8').replaceAll(/10\.0\.0\.\d:3000/g, `127.0.0.1:${diwanPort}`);
  config = replaced(config, 'listen 80;', `listen 127.0.0.1:${plainPort};`);
  for (const [file, text] of Object.entries({ 'fullchain.pem': cert, 'privkey.pem': key })) {
    writeFileSync(path.join(folder, file), text, { mode: 0o600 });
    config = replaced(config, `/etc/ssl/diwan/${file}`, path.join(folder, file));
  }
  const { url, stop } = await runNginx(folder, config, 'tls');
  return { url: url.replace('http:', 'https:'), plainUrl: `http://127.0.0.1:${plainPort}`, stop };
}

const OPERATIONS = 'docs/operations.md';

/** Starts nginx with the gate of docs/operations.md, for the app `slug`, in front of another server. */
export async function startGateNginx(ports: { diwan: number; other: number }, slug: string): Promise<Pick<TestNginx, 'url' | 'stop'>> {
  const [block] = readDocument(OPERATIONS).blocks.filter(({ language, mark }) => language === 'nginx' && mark === 'gate');
  if (block === undefined) throw new Error(`${OPERATIONS} has no configuration of the gate.`);
  let config = replaced(block.text, '127.0.0.1:3000', `127.0.0.1:${ports.diwan}`);
  config = replaced(config, '127.0.0.1:4000', `127.0.0.1:${ports.other}`);
  return runNginx(await temporaryFolder(), replaced(config, '/apps/souq/', `/apps/${slug}/`));
}

async function runNginx(folder: string, documented: string, encryption: 'none' | 'tls' = 'none'): Promise<TestNginx> {
  if (!hasNginx()) throw new Error('nginx is not installed; these tests need the Debian package nginx-light: apt-get install nginx-light');
  const port = await freePort();
  const ssl = encryption === 'tls' ? ' ssl' : '';
  const listening = replaced(documented, 'listen 443 ssl;', `listen 127.0.0.1:${port}${ssl} backlog=4096;`);
  const free = listening.replace('listen 80;', `listen 127.0.0.1:${await freePort()};`);
  const here = encryption === 'tls' ? free : free.replace(/^ *ssl_.*\n/gm, '');
  writeFileSync(path.join(folder, 'nginx.conf'), mainConfig(folder, here));
  const child = spawn(BINARY, ['-p', folder, '-e', 'stderr', '-c', path.join(folder, 'nginx.conf')], {
    env: ENV,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const stop = stopper(child);
  let complaints = '';
  child.stderr.on('data', (text: Buffer) => (complaints += text.toString()));
  const url = `http://127.0.0.1:${port}`;
  await until(
    async () => child.exitCode !== null || (await fetch(url)).status > 0,
    () => complaints,
  );
  if (child.exitCode !== null) throw new Error(`nginx ended:\n${complaints}`);
  const log = (): string[] => readFileSync(path.join(folder, 'diwan.log'), 'utf8').split('\n').filter(Boolean);
  return { url, pid: child.pid ?? 0, cache: path.join(folder, 'cache'), log, stop };
}

/** Replaces every occurrence of a text that must be there, so that a test fails when the page changes under it. */
export function replaced(config: string, from: string, to: string): string {
  if (!config.includes(from)) throw new Error(`The documented configuration lacks: ${from}`);
  return config.replaceAll(from, to);
}

/** The part of nginx.conf around the page's file, without a path outside of the folder. */
function mainConfig(folder: string, config: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/temp/${name};`);
  mkdirSync(path.join(folder, 'temp'));
  // root's workers would run as a user who cannot enter the folder
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  return `daemon off; ${user} pid ${folder}/nginx.pid; error_log stderr warn;
events { worker_connections 4096; }
http { access_log off; ${temporary.join(' ')}
${config}}
`;
}

function stopper(child: ChildProcess): () => Promise<void> {
  // the workers would survive the death of their master
  const killWithUs = (): void => void (child.pid !== undefined && process.kill(-child.pid, 'SIGKILL'));
  process.once('exit', killWithUs);
  const ended = once(child, 'exit').finally(() => process.off('exit', killWithUs));
  return async () => {
    child.kill('SIGTERM');
    await ended;
  };
}
