import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Environment } from '../../../server/config/types.ts';
import { temporaryFolder } from '../../support/engine.ts';
import { buildDist, type Ended } from '../../support/programs/dist.ts';
import { until } from '../../support/programs/process.ts';
import { freePort } from '../../support/programs/redis.ts';
import { ask } from '../../support/requests/wire.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
const ENTRY = path.join(ROOT, 'dist/server/index.js');
const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { version: string };

describe('diwan-server', () => {
  let cwd: string;
  const running = new Set<ChildProcess>();
  before(async () => {
    buildDist();
    cwd = await temporaryFolder();
  });
  after(() => {
    for (const child of running) child.kill('SIGKILL');
  });

  const run = (words: readonly string[], env: Environment = {}): Promise<Ended> =>
    promisify(execFile)(process.execPath, [ENTRY, ...words], { cwd, env: { PATH: process.env['PATH'], NODE_ENV: 'test', ...env } }).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      (error: Ended) => error,
    );

  /** Starts a server in the folder until `use` is done. */
  async function serving(
    words: readonly string[],
    url: string,
    use: (output: () => string) => Promise<void>,
    env: Environment = {},
  ): Promise<void> {
    const child = spawn(process.execPath, [ENTRY, ...words], { cwd, env: { PATH: process.env['PATH'], ...env } });
    running.add(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (output += data.toString()));
    const isReady = async (): Promise<boolean> => (await fetch(`${url}/readyz`)).ok;
    await until(isReady, () => output);
    await use(() => output);
    child.kill('SIGTERM');
    const [code] = (await once(child, 'exit')) as [number | null];
    running.delete(child);
    assert.equal(code, 0, output);
  }

  it('starts with a new database and shows the sign-in', async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    await serving(['--port', String(port)], url, async (written) => {
      await until(() => written().includes('API key'), written);
      const output = written();
      assert.match(output, new RegExp(`console {4}http://localhost:${port}/console`));
      const [, username = '', password = ''] = /operator {3}(\S+) {3}password {3}(\S+)/.exec(output) ?? [];
      const signedIn = await ask(url, '/api/v1/auth/auth/token', { method: 'POST', body: { username, password } });
      assert.equal(signedIn.status, 200, output);
      assert.equal(signedIn.headers['x-diwan-version'], version);
    });
    assert.ok(existsSync(path.join(cwd, 'data/diwan.sqlite')));
  });

  it('takes settings from a file and passes options to workers', async () => {
    const port = await freePort();
    const file = path.join(cwd, 'other.env');
    writeFileSync(file, 'WEB_CONCURRENCY=2\nSERVE_CONSOLE=off\nPORT=1\nSHUTDOWN_DRAIN_SECONDS=0\n');
    // a setting that would stop the start shows that this file is not read
    writeFileSync(path.join(cwd, '.env'), 'WEB_CONCURRENCY=many\n');
    const url = `http://127.0.0.1:${port}`;
    await serving(['--env-file', file, '--data-dir', 'elsewhere', '--port', String(port)], url, async (output) => {
      await until(() => output().match(/listening on/g)?.length === 2, output);
      assert.equal((await fetch(`${url}/console/`)).status, 404);
    });
    assert.ok(existsSync(path.join(cwd, 'elsewhere/diwan.sqlite')));
  });

  it('takes options before and after a command', async () => {
    const before = await run(['--data-dir', 'first', 'migrate']);
    const after = await run(['migrate', '--data-dir=second']);
    for (const { code, stdout, stderr } of [before, after]) assert.deepEqual([code, /^ran /.test(stdout), stderr], [0, true, '']);
    for (const folder of ['first', 'second']) assert.ok(existsSync(path.join(cwd, folder, 'diwan.sqlite')));
    assert.equal((await run(['migrate', '--data-dir', 'first'])).stdout, 'No migration was pending.\n');
    const made = await run(['--data-dir', 'first', 'bootstrap', '--username', 'sara']);
    assert.match(made.stdout, /operator {3}sara {3}password {3}\S+/, made.stderr);
    assert.match((await run(['recount', '--check', '--data-dir', 'first'])).stdout, /^Recounted: all \d+ counters equal their rows\.\n$/);
  });

  it('makes the first key, and rotates it', async () => {
    const missing = await run(['keys:rotate', '--data-dir', 'keys']);
    assert.deepEqual([missing.code, missing.stdout], [1, '']);
    assert.match(missing.stderr, /--create/);
    const created = await run(['keys:rotate', '--create', '--data-dir', 'keys']);
    assert.deepEqual([created.code, created.stderr], [0, '']);
    assert.match(created.stdout, /keys\/jwt-keys\.json\n {2}created, with its first key\n$/);
    assert.match((await run(['--data-dir', 'keys', 'keys:rotate'])).stdout, /\n {2}added /);
  });

  it('prints help and its version', async () => {
    const help = await run(['--help']);
    assert.deepEqual([help.code, help.stderr], [0, '']);
    for (const part of ['--port', '--data-dir', '--env-file', 'migrate', 'bootstrap', 'recount', 'keys:rotate'])
      assert.ok(help.stdout.includes(part), part);
    for (const command of ['migrate', 'bootstrap', 'recount', 'keys:rotate']) {
      const { code, stdout } = await run([command, '--help']);
      assert.deepEqual([code, stdout.includes(`diwan-server ${command}`), stdout.includes('--data-dir')], [0, true, true], stdout);
    }
    assert.deepEqual(await run(['--version']), { code: 0, stdout: `${version}\n`, stderr: '' });
  });

  for (const [words, says] of [
    [['--prot', '1'], /unknown option '--prot'.*--port/s],
    [['--port', 'http'], /^--port must be a whole number/],
    [['--port', '70000'], /^--port must be a whole number/],
    [['--port'], /--port/],
    [['--data-dir', ''], /^--data-dir must not be empty/],
    [['migrat'], /^There is no command migrat\. The commands are migrate, bootstrap, recount and keys:rotate\./],
    [['migrate', 'now'], /too many arguments/],
    [['bootstrap', '--username', 'two words'], /^--username must be/],
    [['recount', '--create'], /unknown option '--create'/],
  ] as const) {
    it(`refuses ${words.join(' ')} as wrong use with help`, async () => {
      const { code, stdout, stderr } = await run(words);
      assert.deepEqual([code, stdout], [2, '']);
      assert.match(stderr, says);
      assert.match(stderr, /\nSee diwan-server --help\.\n$/);
    });
  }

  it('refuses a file of settings that does not exist', async () => {
    const { code, stdout, stderr } = await run(['--env-file', 'nowhere.env']);
    // Node 20 reads this option itself, also behind the name of a program
    assert.ok(code === 2 || (code === 9 && process.versions.node.startsWith('20.')), String(code));
    assert.deepEqual([stdout, stderr.includes('nowhere.env')], ['', true]);
  });
});
