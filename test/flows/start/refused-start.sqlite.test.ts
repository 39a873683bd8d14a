import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Environment } from '../../../server/config/types.ts';
import { StartError } from '../../../server/platform/start-error.ts';
import { temporaryFolder } from '../../support/engine.ts';
import { buildDist, type Ended, runCommand } from '../../support/programs/dist.ts';
import { endProcesses } from '../../support/programs/process.ts';
import { startServer, testEnvironment } from '../../support/server.ts';
import { ending, launch, relaunch } from '../support.ts';

const BAD = {
  PORT: '70001',
  NODE_ENV: 'staging',
  DATABASE_URL: 'postgres://who:hunter2@nowhere/db',
  ADMIN_API_KEY: 'short-hunter2',
  ADMIN_PASSWORD: 'abc',
  RATE_LIMIT_EVENTS: 'many-hunter2',
  WEB_CONCURRENCY: '-3',
  TRUST_PROXY: 'true-hunter2',
  AUTO_MIGRATE: 'perhaps-hunter2',
  LOG_LEVEL: 'loud-hunter2',
};

describe('a start that cannot succeed', () => {
  after(endProcesses);

  it('names every invalid variable and no value', async () => {
    const server = await relaunch({ ...BAD }, 'nothing');
    assert.equal((await ending(server)).code, 1, server.output());
    for (const name of Object.keys(BAD)) assert.match(server.output(), new RegExp(`\\b${name}\\b`));
    for (const value of ['hunter2', '70001', 'staging', 'abc', '-3']) assert.equal(server.output().includes(value), false, server.output());
  });

  it('names the taken port and another one to choose', async () => {
    const blocker = createServer().listen(0, '127.0.0.1');
    await once(blocker, 'listening');
    const address = blocker.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    try {
      await assert.rejects(startServer({ env: { PORT: String(port) } }), StartError);
      const one = await refuse({ PORT: String(port) });
      assert.match(
        one,
        new RegExp(`^Another program uses port ${port} \\(EADDRINUSE\\): .*: PORT=${port === 65_535 ? port - 1 : port + 1} npm start$`),
      );
      // each worker ends like a server of one process, and the first process with the code of its workers
      const server = await launch({ PORT: String(port), WEB_CONCURRENCY: '2', LOG_LEVEL: 'info' }, 'nothing');
      assert.equal((await ending(server)).code, 1);
      assert.match(server.output(), /EADDRINUSE/);
    } finally {
      blocker.close();
    }
  });

  it('names a missing keys file and the command for it', async () => {
    const file = path.join(await temporaryFolder(), 'keys.json');
    const line = await refuse({ JWT_KEYS_FILE: file });
    assert.equal(line, `The keys file ${file} does not exist: create it with npx diwan-server keys:rotate --create --file ${file}`);
    await runCommand('rotate-keys', ['--create', '--file', file], { NODE_ENV: 'test' });
    const server = await launch({ JWT_KEYS_FILE: file });
    assert.deepEqual(await server.end(), { code: 0, signal: null });
  });

  it('names a folder that it cannot write to', async () => {
    const folder = await temporaryFolder();
    await chmod(folder, 0o500);
    for (const DATABASE_URL of ['', `sqlite:${path.join(await temporaryFolder(), 'data.sqlite')}`]) {
      const line = await refuse({ DATA_DIR: path.join(folder, 'data'), DATABASE_URL }, OTHER_USER);
      assert.match(
        line,
        /^The server cannot write to the folder .* \(EACCES\): let the user that runs the server write there, or choose another /,
      );
    }
  });

  it('tells an old version of Node which one is needed', async () => {
    buildDist();
    const pretend = "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.4' } })";
    const file = path.join(await temporaryFolder(), 'pretend.cjs');
    await writeFile(file, pretend);
    const { code, stdout, stderr } = await run(['--require', file, 'dist/server/index.js'], {});
    const { engines } = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8')) as { engines: { node: string } };
    const line = `Diwan needs Node.js ${engines.node}, and this is 18.20.4: install Node.js 24 from https://nodejs.org.\n`;
    assert.deepEqual([code, stdout, stderr], [1, '', line]);
    const entry = await readFile(path.join(ROOT, 'dist/server/index.js'), 'utf8');
    assert.equal(/^\s*import\s|\?\?|\?\.|\d_\d|^await /m.test(entry), false, 'old versions could not read it');
  });
});

const ROOT = path.join(import.meta.dirname, '../../..');
/** No folder is closed to root. */
const OTHER_USER = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** The one line with which a start ends: a sentence without a stack. */
async function refuse(overrides: Environment, user: { uid?: number } = {}): Promise<string> {
  buildDist();
  const { code, stdout, stderr } = await run(['dist/server/index.js'], await testEnvironment({ LOG_LEVEL: 'info', ...overrides }), user);
  const lines = stdout.trim().split('\n');
  assert.deepEqual([code, lines.length, stderr], [1, 1, ''], stdout + stderr);
  const line = JSON.parse(stdout) as Record<string, unknown>;
  assert.deepEqual(Object.keys(line), ['level', 'time', 'pid', 'msg']);
  assert.equal(line['level'], 'fatal');
  return String(line['msg']);
}

function run(args: readonly string[], env: Environment, user: { uid?: number } = {}): Promise<Ended> {
  const options = { cwd: ROOT, env: { PATH: process.env['PATH'], ...env }, ...user };
  return promisify(execFile)(process.execPath, args, options).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: Ended) => error,
  );
}
