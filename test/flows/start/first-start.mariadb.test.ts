import assert from 'node:assert/strict';
import { freshDatabaseUrl } from '../../support/engine.ts';
import { endProcesses } from '../../support/programs/process.ts';
import { startServer } from '../../support/server.ts';
import { call, launch, launchBeside, rowsOf, untilAnswered } from '../support.ts';

describe('the first start on a database server', function () {
  this.timeout(120_000); // MySQL takes long to start and to create tables

  after(endProcesses);

  it('creates everything once when two processes share a database', async () => {
    const account = { ADMIN_USERNAME: 'keeper', ADMIN_PASSWORD: 'a-long-secret-word-7' };
    const configured = { ...account, DATABASE_URL: await freshDatabaseUrl(), LOG_LEVEL: 'info' };
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

  it('creates no credentials that are not configured', async () => {
    const server = await startServer({ env: { ADMIN_API_KEY: undefined } });
    assert.equal(await server.runtime.started, null);
    await server.close();
    assert.deepEqual(await rowsOf(server, 'SELECT (SELECT COUNT(*) FROM operators) + (SELECT COUNT(*) FROM api_keys) AS n'), [{ n: 0 }]);
  });
});
