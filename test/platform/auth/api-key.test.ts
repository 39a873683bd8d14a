import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { digestOfKey, generateApiKey, prefixOfKey } from '../../../server/platform/crypto/api-key.ts';

describe('API keys', () => {
  it('consist of a prefix and 256 random bits', () => {
    const { key, prefix, digest } = generateApiKey();
    assert.match(key, /^dk_[0-9a-f]{8}_[\w-]{43}$/);
    assert.equal(Buffer.from(key.slice(12), 'base64url').length, 32);
    assert.equal(prefix, key.slice(0, 11));
    assert.deepEqual(digest, createHash('sha256').update(key).digest());
  });

  it('do not repeat in 200 generated keys', () => {
    const keys = Array.from({ length: 200 }, () => generateApiKey());
    assert.equal(new Set(keys.map(({ key }) => key)).size, 200);
    assert.equal(new Set(keys.map(({ digest }) => digest.toString('hex'))).size, 200);
  });

  it('are found by their prefix', () => {
    const { key, prefix } = generateApiKey();
    assert.equal(prefixOfKey(key), prefix);
  });

  const body = 'A'.repeat(43);
  const STRANGE: readonly [name: string, text: string][] = [
    ['nothing', ''],
    ['the prefix alone', 'dk_01234567'],
    ['a key without its last character', `dk_01234567_${body.slice(1)}`],
    ['a key and one character', `dk_01234567_${body}A`],
    ['a key and a line break', `dk_01234567_${body}\n`],
    ['a blank in front', ` dk_01234567_${body}`],
    ['capitals in the prefix', `dk_0123456F_${body}`],
    ['another beginning', `sk_01234567_${body}`],
    ['two keys joined as Node joins headers', `dk_01234567_${body}, dk_01234567_${body}`],
    ['a character outside of base64url', `dk_01234567_${body.slice(1)}+`],
    ['a letter beyond ASCII', `dk_01234567_${body.slice(1)}\u0410`],
  ];
  for (const [name, text] of STRANGE) {
    it(`do not accept ${name}`, () => assert.equal(prefixOfKey(text), null));
  }

  it('have digests of the same length', () => {
    for (const text of ['', 'x', 'x'.repeat(8192), '\0', '\u0645']) assert.equal(digestOfKey(text).length, 32);
  });
});
