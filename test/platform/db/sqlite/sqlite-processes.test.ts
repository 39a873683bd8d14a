import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';

import { QueryTypes } from 'sequelize';

import { counterValue, createSqliteTables, openSqliteStore, type SqliteStore } from '../../../support/databases/sqlite-store.ts';

const WRITER = path.resolve(import.meta.dirname, '../../../support/databases/sqlite-writer.ts');

describe('a file of the embedded engine, written by several processes', () => {
  let folder: string;
  let file: string;
  let store: SqliteStore;
  const children: ChildProcess[] = [];

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'diwan-sqlite-'));
    file = path.join(folder, 'store.sqlite');
    store = openSqliteStore(file);
    await createSqliteTables(store);
  });

  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    await store.sequelize.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** `exit` is the code and the signal; `output` what the process printed, which must be read to its end for it to go on. */
  function startWriter(name: string, rows: number) {
    const args = ['--import', 'tsx', WRITER, file, name, String(rows)];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    children.push(child);
    return { child, exit: once(child, 'close'), output: text(child.stdout), complaints: text(child.stderr) };
  }

  it('is made, counted and completed by processes that end', async () => {
    // without its folder and file, which the processes make at once
    await store.sequelize.close();
    await rm(folder, { recursive: true });
    const writers = ['a', 'b'].map((name) => startWriter(name, 50));
    for (const writer of writers) {
      assert.deepEqual([await writer.exit, await writer.complaints], [[0, null], '']);
      assert.equal(keysIn(await writer.output).length, 50);
    }

    // the last process has put everything into this one file
    const copy = path.join(folder, 'copy.sqlite');
    await copyFile(file, copy);
    store = openSqliteStore(copy);
    assert.deepEqual([await store.Entry.count(), await counterValue(store)], [100, 100]);
  });

  it('loses no acknowledged row when a writer is killed', async () => {
    for (const name of ['a', 'b']) {
      const writer = startWriter(name, Number.POSITIVE_INFINITY);
      await printed(writer.child, `${name}-30\n`);
      writer.child.kill('SIGKILL');
      assert.deepEqual(await writer.exit, [null, 'SIGKILL']);

      const acknowledged = keysIn(await writer.output);
      assert(acknowledged.length > 30);
      assert.equal(await store.Entry.count({ where: { key: acknowledged } }), acknowledged.length);
    }
    assert.equal(await store.Entry.count(), await counterValue(store));
    assert.deepEqual(await store.sequelize.query('PRAGMA integrity_check', { type: QueryTypes.SELECT }), [{ integrity_check: 'ok' }]);
  });
});

function keysIn(output: string): string[] {
  return output.split('\n').slice(0, -1);
}

/** Waits until the process has printed `wanted`. */
async function printed({ stdout }: ChildProcess, wanted: string): Promise<void> {
  assert(stdout !== null);
  let seen = '';
  while (!seen.includes(wanted)) {
    const [chunk] = await once(stdout, 'data');
    seen += String(chunk);
  }
}
