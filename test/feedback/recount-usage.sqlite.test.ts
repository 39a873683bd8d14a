import assert from 'node:assert/strict';
import { runCommand } from '../support/dist.ts';
import { freshDatabaseUrl } from '../support/engine.ts';

describe('npm run recount, asked wrongly', function () {
  this.timeout(60_000); // each call is a process of its own

  it('explains itself, and does not guess what an unknown option means', async () => {
    const [help, unknown] = await Promise.all([runCommand('recount', ['--help']), runCommand('recount', ['--chekc'])]);
    assert.equal(help.code, 0);
    for (const part of ['--check', 'npm run recount -- ']) assert.ok(help.stdout.includes(part), part);
    assert.deepEqual([unknown.code, unknown.stdout], [2, '']);
    assert.match(unknown.stderr, /--chekc.*\nSee --help/);
  });

  it('says what is wrong with the configuration, the database or its tables', async () => {
    const [empty, faulty, away] = await Promise.all([
      freshDatabaseUrl().then((other) => runCommand('recount', ['--check'], { DATABASE_URL: other })),
      runCommand('recount', [], { DATABASE_URL: 'postgres://x' }),
      runCommand('recount', [], { DATABASE_URL: 'mysql://diwan:secret@127.0.0.1:1/diwan' }),
    ]);
    assert.match(empty.stderr, /^Run the migrations first \(npm run db:migrate\); pending: .*feedback/);
    assert.match(faulty.stderr, /DATABASE_URL/);
    assert.match(away.stderr, /ECONNREFUSED/);
    for (const { code, stdout } of [empty, faulty, away]) assert.deepEqual([code, stdout], [1, '']);
  });
});
