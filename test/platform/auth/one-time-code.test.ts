import assert from 'node:assert/strict';
import { type CodeUse, digestOfCode, generateCode, isSameDigest } from '../../../server/platform/crypto/one-time-code.ts';
import { loadSecretKeys } from '../../../server/platform/crypto/secret-keys.ts';

describe('one-time codes', () => {
  it('have the requested length and keep leading zeros', () => {
    for (const length of [4, 6, 10]) assert.match(generateCode(length), new RegExp(`^\\d{${length}}$`));
    assert.ok(Array.from({ length: 1000 }, () => generateCode(4)).some((code) => code.startsWith('0')));
  });

  it('are uniformly distributed in every digit', () => {
    const places = 6;
    const total = 100_000;
    const counts = Array.from({ length: places }, () => new Array<number>(10).fill(0));
    for (let index = 0; index < total; index += 1) {
      for (const [place, digit] of [...generateCode(places)].entries()) {
        const row = counts[place] ?? [];
        row[Number(digit)] = (row[Number(digit)] ?? 0) + 1;
      }
    }
    const expected = total / 10;
    // nine degrees of freedom: a fair source exceeds 50 once in ten million times
    for (const row of counts) assert.ok(row.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0) < 50);
  });

  it('rarely repeat among 1000 generated codes', () => {
    assert.ok(new Set(Array.from({ length: 1000 }, () => generateCode(10))).size > 995);
  });
});

describe('the digest of a code', () => {
  const secrets = loadSecretKeys('pepper-of-this-test-and-long-enough', 'unused');
  const use: CodeUse = { projectId: 11, phone: '+966500000001', purpose: 'login' };
  const digest = digestOfCode(secrets, use, '123456');

  it('is equal for equal input, in 64 hexadecimal digits', () => {
    assert.match(digest, /^[0-9a-f]{64}$/);
    assert.equal(digestOfCode(secrets, { ...use }, '123456'), digest);
  });

  it('differs by project, phone, purpose, code and pepper', () => {
    const others = [
      digestOfCode(secrets, { ...use, projectId: 12 }, '123456'),
      digestOfCode(secrets, { ...use, phone: '+966500000002' }, '123456'),
      digestOfCode(secrets, { ...use, purpose: 'reset' }, '123456'),
      digestOfCode(secrets, use, '123457'),
      digestOfCode(loadSecretKeys('another-pepper-of-this-test-instead', 'unused'), use, '123456'),
    ];
    assert.equal(new Set([digest, ...others]).size, 6);
  });

  it('separates the parts of its input', () => {
    const left = digestOfCode(secrets, { ...use, projectId: 1, phone: '1+966500000001' }, '123456');
    const right = digestOfCode(secrets, { ...use, projectId: 11, phone: '+966500000001' }, '123456');
    assert.notEqual(left, right);
  });

  it('is compared to its last character', () => {
    assert.equal(isSameDigest(digest, digest), true);
    assert.equal(isSameDigest(digest, digest.slice(0, -1)), false);
    assert.equal(isSameDigest(digest, `${digest.slice(0, -1)}g`), false);
  });
});
