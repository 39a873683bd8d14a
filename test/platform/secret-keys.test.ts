import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { loadSecretKeys } from '../../server/platform/crypto/secret-keys.ts';
import { temporaryFolder } from '../support/engine.ts';

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

  it('follow the configured pepper where there is one', async () => {
    const folder = await temporaryFolder();
    const kept = loadSecretKeys(null, folder);
    assert.notEqual(loadSecretKeys(PEPPER, folder).digestCode('text'), kept.digestCode('text'));
  });
});
