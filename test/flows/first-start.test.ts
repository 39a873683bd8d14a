import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { engineName } from '../support/engine.ts';
import { endProcesses } from '../support/process.ts';
import { call, ending, launch, launchBeside, relaunch, rowsOf, untilAnswered } from './support.ts';

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

describe('a start', () => {
  after(endProcesses);

  it('by two processes on one empty database makes everything once', async () => {
    const configured = { ADMIN_USERNAME: 'keeper', ADMIN_PASSWORD: 'a-long-secret-word-7', LOG_LEVEL: 'info' };
    const one = await launch(configured, 'nothing');
    const two = await launchBeside(one);
    await untilAnswered(one, '/readyz');
    for (const server of [one, two]) {
      const { status, body } = await call(server, ['GET', '/admin/projects/11/operators']);
      const operators = body as unknown as { username: string; role: string }[];
      assert.deepEqual([status, operators.map(({ username, role }) => [username, role])], [200, [['keeper', 'admin']]]);
    }
    for (const server of [one, two]) {
      assert.deepEqual(await server.end(), { code: 0, signal: null });
      assert.equal(server.output().includes('First start.'), false);
      assert.equal(server.output().includes(configured.ADMIN_PASSWORD), false);
    }
    assert.deepEqual(await rowsOf(one, 'SELECT id FROM projects'), [{ id: 11 }]);
    const migrated = [one, two].map(({ output }) => output().split('"Migration ran"').length - 1);
    assert.deepEqual(migrated.filter((count) => count === 0).length, 1, `${migrated}`);
  });

  it('with a bad environment ends at once, names every variable and tells no value', async () => {
    const server = await relaunch({ ...BAD }, 'nothing');
    const { code, ms } = await ending(server);
    assert.deepEqual([code, ms < 5_000], [1, true], server.output());
    for (const name of Object.keys(BAD)) assert.match(server.output(), new RegExp(`\\b${name}\\b`));
    for (const value of ['hunter2', '70001', 'staging', 'abc', '-3']) assert.equal(server.output().includes(value), false, server.output());
  });

  it('in production without its secrets ends at once and names each', async () => {
    const server = await relaunch({ NODE_ENV: 'production', PORT: '0' }, 'nothing');
    assert.equal((await ending(server)).code, 1);
    for (const name of ['JWT_KEYS_FILE', 'OTP_PEPPER', 'OTP_CHANNELS']) assert.match(server.output(), new RegExp(`\\b${name}\\b`));
  });

  it('on a port that is taken ends at once, with several workers too', async () => {
    const blocker = createServer().listen(0, '127.0.0.1');
    await once(blocker, 'listening');
    const address = blocker.address();
    const PORT = String(typeof address === 'object' && address !== null ? address.port : 0);
    try {
      const servers = await Promise.all(
        ['1', '2'].map((WEB_CONCURRENCY) => launch({ PORT, WEB_CONCURRENCY, LOG_LEVEL: 'info' }, 'nothing')),
      );
      for (const server of servers) {
        assert.equal((await ending(server)).code, 1);
        assert.match(server.output(), /EADDRINUSE/);
      }
    } finally {
      blocker.close();
    }
  });

  if (engineName() === 'mariadb') {
    it('on a database server of its own shows no credentials, for nobody may be looking', async () => {
      const server = await launch({ ADMIN_API_KEY: undefined, LOG_LEVEL: 'info' });
      await server.end();
      assert.equal(server.output().includes('First start.'), false);
      assert.deepEqual(await rowsOf(server, 'SELECT (SELECT COUNT(*) FROM operators) + (SELECT COUNT(*) FROM api_keys) AS n'), [{ n: 0 }]);
    });
  }
});
