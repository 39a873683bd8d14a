import assert from 'node:assert/strict';
import { freshDatabaseUrl } from '../../support/engine.ts';
import { runCommand } from '../../support/programs/dist.ts';
import { endProcesses } from '../../support/programs/process.ts';
import { launch } from '../support.ts';

describe('the migration command of the image', () => {
  after(endProcesses);

  it('migrates once, even when two start together', async () => {
    const env = { NODE_ENV: 'test', DATABASE_URL: await freshDatabaseUrl() };
    const both = await Promise.all([runCommand('migrate', [], env), runCommand('migrate', [], env)]);
    assert.deepEqual(
      both.map(({ code, stderr }) => [code, stderr]),
      [
        [0, ''],
        [0, ''],
      ],
    );
    const outputs = both.map(({ stdout }) => stdout).toSorted();
    assert.equal(outputs[0], 'No migration was pending.\n');
    assert.match(outputs[1] ?? '', /^(?:ran \d{14}-[\w-]+\.ts\n)+$/);
    // becomes ready only when nothing is pending
    await launch({ ...env, AUTO_MIGRATE: 'false' });
  });

  it('fails with the reason when the database is away', async () => {
    const { code, stdout, stderr } = await runCommand('migrate', [], { NODE_ENV: 'test', DATABASE_URL: 'mysql://diwan@127.0.0.1:1/diwan' });
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, /ECONNREFUSED/);
  });
});
