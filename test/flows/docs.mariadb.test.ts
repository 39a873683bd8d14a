import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { DOCUMENTS, readDocument } from '../support/documents/document.ts';
import { newReader } from '../support/documents/reader.ts';
import { freshDatabaseUrl } from '../support/engine.ts';
import { buildDist } from '../support/programs/dist.ts';

/** The documents use the clients of MariaDB; a machine with MySQL may have only its own. */
function forClientsHere(script: string): string {
  const hasMariaDb = spawnSync('mariadb', ['--version']).status === 0;
  return hasMariaDb ? script : script.replaceAll(/\bmariadb(-dump)? /g, (_, dump) => (dump === undefined ? 'mysql ' : 'mysqldump '));
}

/** The user that the documents create. The server of the tests has an administrator of the documented name. */
const DOCUMENTED_USER = 'diwan_documented';

function forUserHere(script: string): string {
  return script.replaceAll(/\bdiwan(?= IDENTIFIED)|(?<=\bTO )diwan\b/g, DOCUMENTED_USER);
}

/** Follows the documents with MariaDB, from the creation of the database to the restoration of its backup. */
describe('the documents, followed with MariaDB', () => {
  it('create, dump and restore a database with correct counters', async () => {
    buildDist();
    const url = new URL(await freshDatabaseUrl());
    url.pathname = '/diwan';
    const { hostname, port, username, password } = url;
    // the server and its commands connect as the user that the documents create
    Object.assign(url, { username: DOCUMENTED_USER, password: 'a-password-of-yours' });
    const reader = await newReader({ DATABASE_URL: url.href });
    // as an administrator would have it
    const client = ['[client]', 'protocol=tcp', `host=${hostname}`, `port=${port}`, `user=${username}`, `password=${password}`];
    writeFileSync(path.join(reader.home, '.my.cnf'), `${client.join('\n')}\n`, { mode: 0o600 });
    const blocks = DOCUMENTS.flatMap((file) => readDocument(file).blocks.filter(({ mark }) => mark === 'mariadb'));
    assert.ok(blocks.length >= 4);
    let last = '';
    try {
      for (const { text, place } of blocks) {
        const { output, status } = await reader.run(forUserHere(forClientsHere(text)));
        assert.equal(status, 0, `${place}:\n${text}\n${output}`);
        last = output;
      }
    } finally {
      await reader.end();
    }
    assert.match(last, /Recounted: all \d+ counters equal their rows\./);
  });
});
