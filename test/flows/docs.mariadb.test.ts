import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildDist } from '../support/dist.ts';
import { DOCUMENTS, readDocument } from '../support/document.ts';
import { freshDatabaseUrl } from '../support/engine.ts';
import { newReader } from '../support/reader.ts';

/** What the documents tell to do with MariaDB is done, from making the database to restoring its backup. */
describe('the documents, followed with MariaDB', function () {
  this.timeout(60_000);

  it('make a database, dump it, and restore it with counters that are right', async () => {
    buildDist();
    const url = new URL(await freshDatabaseUrl());
    url.pathname = '/diwan';
    const reader = await newReader({ DATABASE_URL: url.href });
    const { hostname, port, username, password } = url;
    // as an administrator would have it
    const client = ['[client]', 'protocol=tcp', `host=${hostname}`, `port=${port}`, `user=${username}`, `password=${password}`];
    writeFileSync(path.join(reader.home, '.my.cnf'), `${client.join('\n')}\n`, { mode: 0o600 });
    const blocks = DOCUMENTS.flatMap((file) => readDocument(file).blocks.filter(({ mark }) => mark === 'mariadb'));
    assert.ok(blocks.length >= 4);
    let last = '';
    try {
      for (const { text, place } of blocks) {
        const { output, status } = await reader.run(text);
        assert.equal(status, 0, `${place}:\n${text}\n${output}`);
        last = output;
      }
    } finally {
      await reader.end();
    }
    assert.match(last, /Recounted: all \d+ counters equal their rows\./);
  });
});
