import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { endProcesses } from '../support/process.ts';
import { ending, launch, relaunch } from './support.ts';

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

  it('with a bad environment ends at once, names every variable and tells no value', async () => {
    const server = await relaunch({ ...BAD }, 'nothing');
    const { code, ms } = await ending(server);
    assert.deepEqual([code, ms < 5_000], [1, true], server.output());
    for (const name of Object.keys(BAD)) assert.match(server.output(), new RegExp(`\\b${name}\\b`));
    for (const value of ['hunter2', '70001', 'staging', 'abc', '-3']) assert.equal(server.output().includes(value), false, server.output());
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
});
