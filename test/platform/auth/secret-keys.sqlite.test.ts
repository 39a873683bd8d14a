import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { loadSecretKeys } from '../../../server/platform/crypto/secret-keys.ts';
import { temporaryFolder } from '../../support/engine.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
const PEPPER = 'pepper-of-this-test-and-long-enough';

describe('secret keys', () => {
  it('depend on the pepper and on nothing else', () => {
    const [one, same, other] = [PEPPER, PEPPER, `${PEPPER}!`].map((pepper) => loadSecretKeys(pepper, 'unused'));
    assert.equal(one?.digestCode('text'), same?.digestCode('text'));
    assert.equal(one?.signRefresh('text'), same?.signRefresh('text'));
    assert.notEqual(one?.digestCode('text'), other?.digestCode('text'));
    assert.notEqual(one?.signRefresh('text'), other?.signRefresh('text'));
  });

  it('are different for each purpose', () => {
    const keys = loadSecretKeys(PEPPER, 'unused');
    assert.notEqual(keys.digestCode('text'), Buffer.from(keys.signRefresh('text'), 'base64url').toString('hex'));
  });

  it('come from a pepper that the first start generates', async () => {
    const folder = path.join(await temporaryFolder(), 'data');
    const first = loadSecretKeys(null, folder);
    const file = path.join(folder, 'otp-pepper');
    assert.match(readFileSync(file, 'utf8'), /^[\w-]{43}$/);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.equal(loadSecretKeys(null, folder).digestCode('text'), first.digestCode('text'));
  });

  it('are equal in processes that start at once', async () => {
    const base = await temporaryFolder();
    const folders = Array.from({ length: 100 }, (_, index) => path.join(base, String(index)));
    // in step: each folder is new to all processes at the same moment
    const script = `
      import { once } from 'node:events';
      import { loadSecretKeys } from './server/platform/crypto/secret-keys.ts';
      process.send('ready');
      const [startAt] = await once(process, 'message');
      const digests = [];
      for (const [index, folder] of ${JSON.stringify(folders)}.entries()) {
        while (Date.now() < startAt + index * 3);
        try { digests.push(loadSecretKeys(null, folder).digestCode('text')); } catch (error) { digests.push(error.message); }
      }
      process.send(digests, () => process.disconnect());`;
    const processes = [1, 2, 3].map(() =>
      spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
        cwd: ROOT,
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      }),
    );
    await Promise.all(processes.map((child) => once(child, 'message')));
    const answers = Promise.all(processes.map((child) => once(child, 'message')));
    for (const child of processes) child.send(Date.now() + 50);
    const [first, ...others] = (await answers).map(([digests]) => digests);
    assert.equal(first.length, folders.length);
    for (const digests of others) assert.deepEqual(digests, first);
    assert.deepEqual([...new Set(folders.flatMap((folder) => readdirSync(folder)))], ['otp-pepper'], 'and no draft is left');
  });

  it('are refused for an empty pepper file', async () => {
    for (const text of ['', '\n']) {
      const folder = path.join(await temporaryFolder(), 'data');
      mkdirSync(folder);
      writeFileSync(path.join(folder, 'otp-pepper'), text);
      assert.throws(() => loadSecretKeys(null, folder), /otp-pepper is empty/);
    }
  });

  it('prefer the configured pepper to the stored one', async () => {
    const folder = await temporaryFolder();
    const stored = loadSecretKeys(null, folder);
    assert.notEqual(loadSecretKeys(PEPPER, folder).digestCode('text'), stored.digestCode('text'));
  });
});
