import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { endProcesses } from '../support/process.ts';
import { startServer } from '../support/server.ts';
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

  it('names every invalid variable and no value', async () => {
    const server = await relaunch({ ...BAD }, 'nothing');
    assert.equal((await ending(server)).code, 1, server.output());
    for (const name of Object.keys(BAD)) assert.match(server.output(), new RegExp(`\\b${name}\\b`));
    for (const value of ['hunter2', '70001', 'staging', 'abc', '-3']) assert.equal(server.output().includes(value), false, server.output());
  });

  it('ends on a port that is taken', async () => {
    const blocker = createServer().listen(0, '127.0.0.1');
    await once(blocker, 'listening');
    const address = blocker.address();
    const PORT = String(typeof address === 'object' && address !== null ? address.port : 0);
    try {
      await assert.rejects(startServer({ env: { PORT } }), { code: 'EADDRINUSE' });
      // each worker ends like a server of one process, and the first process with the code of its workers
      const server = await launch({ PORT, WEB_CONCURRENCY: '2', LOG_LEVEL: 'info' }, 'nothing');
      assert.equal((await ending(server)).code, 1);
      assert.match(server.output(), /EADDRINUSE/);
    } finally {
      blocker.close();
    }
  });
});
