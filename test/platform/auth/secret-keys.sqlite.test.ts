import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { loadSecretKeys } from '../../server/platform/crypto/secret-keys.ts';
import { temporaryFolder } from '../support/engine.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const PEPPER = 'pepper-of-this-test-and-long-enough';

describe('secret keys', () => {
  it('of one pepper are the same in every process, and of another are others', () => {
    const [one, same, other] = [PEPPER, PEPPER, `${PEPPER}!`].map((pepper) => loadSecretKeys(pepper, 'unused'));
    assert.equal(one?.digestCode('text'), same?.digestCode('text'));
    assert.equal(one?.signRefresh('text'), same?.signRefresh('text'));
    assert.notEqual(one?.digestCode('text'), other?.digestCode('text'));
    assert.notEqual(one?.signRefresh('text'), other?.signRefresh('text'));
  });

  it('serve one purpose each', () => {
    const keys = loadSecretKeys(PEPPER, 'unused');
    assert.notEqual(keys.digestCode('text'), Buffer.from(keys.signRefresh('text'), 'base64url').toString('hex'));
  });

  it('come of a pepper that the first start makes and keeps for its owner alone', async () => {
    const folder = path.join(await temporaryFolder(), 'data');
    const first = loadSecretKeys(null, folder);
    const file = path.join(folder, 'otp-pepper');
    assert.match(readFileSync(file, 'utf8'), /^[\w-]{43}$/);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.equal(loadSecretKeys(null, folder).digestCode('text'), first.digestCode('text'));
  });

  it('are the same in processes that start at once on a new directory', async function () {
    this.timeout(60_000);
    const base = await temporaryFolder();
    const folders = Array.from({ length: 200 }, (_, index) => path.join(base, String(index)));
    const startAt = Date.now() + 3_000;
    // in step: each folder is new to all of them at the same moment
    const script = `
      import { loadSecretKeys } from './server/platform/crypto/secret-keys.ts';
      const told = [];
      for (const [index, folder] of ${JSON.stringify(folders)}.entries()) {
        while (Date.now() < ${startAt} + index * 5);
        try { told.push(loadSecretKeys(null, folder).digestCode('text')); } catch (error) { told.push(error.message); }
      }
      console.log(JSON.stringify(told));`;
    const run = () => promisify(execFile)(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], { cwd: ROOT });
    const told = (await Promise.all([run(), run(), run()])).map(({ stdout }) => JSON.parse(stdout) as string[]);
    assert.equal(told[0]?.length, folders.length);
    assert.deepEqual(told[1], told[0]);
    assert.deepEqual(told[2], told[0]);
    assert.deepEqual([...new Set(folders.flatMap((folder) => readdirSync(folder)))], ['otp-pepper'], 'and no draft is left');
  });

  it('are not made of an empty pepper', async () => {
    for (const text of ['', '\n']) {
      const folder = path.join(await temporaryFolder(), 'data');
      mkdirSync(folder);
      writeFileSync(path.join(folder, 'otp-pepper'), text);
      assert.throws(() => loadSecretKeys(null, folder), /otp-pepper is empty/);
    }
  });

  it('follow the configured pepper where there is one', async () => {
    const folder = await temporaryFolder();
    const kept = loadSecretKeys(null, folder);
    assert.notEqual(loadSecretKeys(PEPPER, folder).digestCode('text'), kept.digestCode('text'));
  });
});
