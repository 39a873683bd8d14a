import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from '../../support/engine.ts';
import { buildConsole } from '../../support/programs/console-build.ts';
import { buildDist } from '../../support/programs/dist.ts';
import { until } from '../../support/programs/process.ts';
import { freePort } from '../../support/programs/redis.ts';
import { ask } from '../../support/requests/wire.ts';
import { type Registry, startRegistry } from './registry.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
const MAX_BYTES = 6 * 1024 * 1024;
/** Packages that are for development alone. */
const UNWANTED = ['typescript', 'mocha', 'tsx', 'vite', 'sequelize-cli', 'react', 'esbuild'];

interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

interface Manifest {
  readonly version: string;
  readonly private?: boolean;
  readonly bin?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const manifest = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as Manifest;

describe('the packages', () => {
  let registry: Registry;
  let folder: string;
  let server: Packed;
  let client: Packed;
  let running: ChildProcess | undefined;

  const run = async (program: string, args: readonly string[], cwd: string): Promise<string> => {
    const { stdout } = await promisify(execFile)(program, args, { cwd, env: environment(), maxBuffer: 16 * 1024 * 1024 });
    return stdout;
  };
  /** Nothing of the tests' own npm: an empty home, cache and configuration. */
  const environment = (): Record<string, string> => ({
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    npm_config_cache: path.join(folder, 'cache'),
    npm_config_registry: registry.url,
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_update_notifier: 'false',
  });
  const pack = async (...args: readonly string[]): Promise<Packed> => {
    const stdout = await run('npm', ['pack', '--json', '--pack-destination', folder, ...args], ROOT);
    const [packed] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [Packed];
    return packed;
  };

  before(async () => {
    folder = await temporaryFolder();
    registry = await startRegistry(ROOT);
    buildDist();
    await buildConsole();
    // without the script `prepare`, which would build all again
    server = await pack('--ignore-scripts');
    client = await pack('--workspace', 'client');
  });
  after(async () => {
    if (running?.pid !== undefined && running.exitCode === null) process.kill(-running.pid, 'SIGKILL');
    await registry.close();
  });

  it('contains what the server needs and nothing else', () => {
    const packed = new Set(server.files.map((file) => file.path));
    const needed = neededFiles();
    const always = ['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md', '.env.example'];
    assert.deepEqual([...needed, ...always].filter((file) => !packed.has(file)).sort(), []);
    // the build may have left files whose sources are gone
    const spare = [...packed].filter((file) => !needed.has(file) && !always.includes(file) && !isStale(file) && !hasTypesAlone(file));
    assert.deepEqual(
      spare.filter((file) => !/^dist\/(?:docs\/reference\/.*\.md|console\/|server\/platform\/openapi\/)/.test(file)).sort(),
      [],
    );
    assert.ok(server.size <= MAX_BYTES, `${server.size} bytes`);
    assert.equal(manifest.private, undefined);
  });

  it('installs into an empty folder without development packages', async () => {
    await run('npm', ['install', `./${server.filename}`, `./${client.filename}`], folder);
    const installed = readdirSync(path.join(folder, 'node_modules'));
    for (const name of Object.keys(manifest.dependencies ?? {})) assert.ok(existsSync(path.join(folder, 'node_modules', name)), name);
    assert.deepEqual(
      UNWANTED.filter((name) => installed.includes(name) || registry.sent.has(name)),
      [],
    );
    for (const name of Object.keys(manifest.bin ?? {})) assert.ok(existsSync(path.join(folder, 'node_modules/.bin', name)), name);
  });

  it('starts by npx and answers diwan and the client', async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    running = spawn('npx', ['--offline', 'diwan-server', '--port', String(port)], { cwd: folder, env: environment(), detached: true });
    let output = '';
    for (const stream of [running.stdout, running.stderr]) stream?.on('data', (data: Buffer) => (output += data.toString()));
    const isReady = async (): Promise<boolean> => (await fetch(`${url}/readyz`)).ok && /password/.test(output);
    await until(isReady, () => output);
    const [, password = '', apiKey = ''] = /password {3}(\S+)[^\n]*\n {4}API key {4}(\S+)/.exec(output) ?? [];
    assert.ok(output.includes(`http://localhost:${port}/console`), output);
    assert.ok(existsSync(path.join(folder, 'data/diwan.sqlite')));
    const signIn = { username: 'admin', password };
    assert.equal((await ask(url, '/api/v1/auth/auth/token', { method: 'POST', body: signIn })).status, 200);
    for (const page of ['/console/', '/docs', '/docs/scalar.js', '/docs/guides/reference/otp', '/openapi.json'])
      assert.equal((await ask(url, page)).status, 200, page);

    assert.equal(await run('npx', ['--offline', 'diwan', '--version'], folder), `${manifest.version}\n`);
    const credentials = { DIWAN_URL: url, DIWAN_API_KEY: apiKey };
    const create = [
      'diwan',
      'apps',
      'create',
      '--slug',
      'souq',
      '--name',
      'Souq',
      '--platform',
      'both',
      '--package-name',
      'com.example.souq',
    ];
    await promisify(execFile)('npx', ['--offline', ...create], { cwd: folder, env: { ...environment(), ...credentials } });

    writeFileSync(path.join(folder, 'start.mjs'), startClient(url));
    assert.equal(await run('node', ['start.mjs'], folder), 'network ok\n');

    // npx passes no signal on, so its group ends
    const exited = once(running, 'exit');
    process.kill(-(running.pid ?? 0), 'SIGTERM');
    await exited;
    running = undefined;
  });
});

/** The beginning of the example in the README of the client, without a browser. */
function startClient(url: string): string {
  return `import { createClient } from '@diwan/client';
const kept = new Map();
const storage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value), removeItem: (key) => void kept.delete(key) };
const client = createClient({ url: '${url}', app: 'souq', projectId: 11, appVersion: '1.0.0', storage });
const { source, screen } = await client.start();
console.log(source, screen);
client.close();
`;
}

/** The modules that the programs and commands import, and the files that they read, by their paths in the package. */
function neededFiles(): Set<string> {
  const needed = new Set<string>();
  const visit = (file: string): void => {
    if (needed.has(file)) return;
    needed.add(file);
    const source = readFileSync(path.join(ROOT, file), 'utf8');
    for (const [, target = ''] of source.matchAll(/(?:from\s*|import\s*\(?\s*)['"](\.{1,2}\/[^'"]+\.js)['"]/g))
      visit(path.posix.join(path.posix.dirname(file), target));
  };
  for (const file of Object.values(manifest.bin ?? {})) visit(file);
  const development = ['demo.js', 'seed-operator.js'];
  for (const name of filesOf('dist/server/commands').filter((each) => each.endsWith('.js') && !development.includes(path.basename(each))))
    if (!isStale(name)) visit(name);
  for (const name of filesOf('dist/migrations').filter((each) => each.endsWith('.js'))) if (!isStale(name)) visit(name);
  const data = [
    'dist/server/platform/docs/assets',
    'dist/server/platform/docs/vendor',
    'dist/server/controllers/auth/deletion-page/assets',
  ];
  for (const file of data.flatMap(filesOf)) needed.add(file);
  const guides = ['client-guide', 'kotlin-swift', 'store-review', 'webhooks'].map((name) => `dist/docs/${name}.md`);
  for (const file of ['dist/docs/openapi.json', 'dist/console/index.html', ...guides]) needed.add(file);
  return needed;
}

function filesOf(folder: string): string[] {
  const entries = readdirSync(path.join(ROOT, folder), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)));
}

/** Whether a built module has no source any more. */
function isStale(file: string): boolean {
  return (
    file.endsWith('.js') &&
    !file.startsWith('dist/console/') &&
    !existsSync(path.join(ROOT, file.replace(/^dist\//, '').replace(/\.js$/, '.ts')))
  );
}

/** Whether nothing of a module is left in the build, which no module imports then. */
function hasTypesAlone(file: string): boolean {
  if (!file.endsWith('.js')) return false;
  const code = readFileSync(path.join(ROOT, file), 'utf8').replace(/\/\*.*?\*\/|\/\/[^\n]*/gs, '');
  return code.trim() === 'export {};';
}
