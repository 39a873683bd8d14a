import assert from 'node:assert/strict';
import { onDatabase } from '../../../server/commands/on-database.ts';
import { readConfig } from '../../../server/config/read-config.ts';
import { freshDatabaseUrl } from '../../support/engine.ts';
import { runCommand } from '../../support/programs/dist.ts';

describe('npm run recount with wrong usage', () => {
  it('prints its help and refuses an unknown option', async () => {
    const [help, unknown] = await Promise.all([runCommand('recount', ['--help']), runCommand('recount', ['--chekc'])]);
    assert.equal(help.code, 0);
    for (const part of ['--check', 'diwan-server recount ']) assert.ok(help.stdout.includes(part), part);
    assert.deepEqual([unknown.code, unknown.stdout], [2, '']);
    assert.match(unknown.stderr, /--chekc.*See diwan-server --help/s);
  });

  it('names the fault of its configuration on standard error', async () => {
    const { code, stdout, stderr } = await runCommand('recount', [], { DATABASE_URL: 'postgres://x' });
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, /DATABASE_URL/);
  });
});

describe('the database of a command', () => {
  const on = (url: string) => onDatabase(readConfig({ DATABASE_URL: url }).database, () => Promise.resolve('worked'));

  it('must be there and have no pending migration', async () => {
    await assert.rejects(on(await freshDatabaseUrl()), /^Error: \d+ migrations are pending: run npx diwan-server migrate first\./);
    await assert.rejects(on('mysql://diwan:secret@127.0.0.1:1/diwan'), /ECONNREFUSED/);
  });
});
