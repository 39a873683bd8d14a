import assert from 'node:assert/strict';
import fc from 'fast-check';
import { HashedEnd, murmur3, percentOf, saltOf, weightIn } from '../../../../server/domain/flags/murmur3.ts';

describe('murmur3', () => {
  it('hashes a salt ahead without another result', () => {
    const anyText = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(anyText, anyText, (salt, value) => {
        const text = `${salt}:${value}`;
        assert.equal(percentOf(salt, value), (murmur3(text) % 100) + 1);
        assert.equal(weightIn(saltOf(salt), new HashedEnd(value), 1000), (murmur3(text, 86_028_157) % 1000) + 1);
      }),
    );
  });

  it('gives the hashes of the reference implementation', () => {
    assert.equal(murmur3('gr1:123'), 538_421_172);
    // https://github.com/aappleby/smhasher: the empty text, and every length of the tail
    const vectors: readonly (readonly [string, number, number])[] = [
      ['', 0, 0],
      ['', 1, 0x514e28b7],
      ['test', 0, 0xba6bd213],
      ['Hello, world!', 0, 0xc0363e43],
      ['The quick brown fox jumps over the lazy dog', 0, 0x2e4ff723],
      ['aaaa', 0x9747b28c, 0x5a97808a],
      ['aaa', 0x9747b28c, 0x283e0130],
      ['aa', 0x9747b28c, 0x5d211726],
      ['a', 0x9747b28c, 0x7fa09ea6],
    ];
    for (const [text, seed, hash] of vectors) assert.equal(murmur3(text, seed), hash, `${text} ${seed}`);
  });

  it('gives the percents that the Unleash clients give', () => {
    const vectors = { 'gr1:123': 73, 'groupX:999': 25, 'Feature.flexibleRollout.10:174': 10, 'Feature.flexibleRollout.10:499': 32 };
    for (const [text, percent] of Object.entries(vectors)) {
      const [salt = '', value = ''] = text.split(':');
      assert.equal(percentOf(salt, value), percent, text);
    }
    const weightOf = (salt: string, value: string): number => weightIn(saltOf(salt), new HashedEnd(value), 1000);
    assert.deepEqual([weightOf('gr1', '123'), weightOf('groupX', '999')], [796, 260]);
  });

  it('hashes the UTF-8 bytes of Arabic texts', () => {
    assert.equal(percentOf('مجموعة', 'عُمر-1'), 66);
  });

  it('spreads ten percent over a tenth of the values', () => {
    const values = Array.from({ length: 20_000 }, (_, index) => `user-${index}`);
    const share = (salt: string) => values.filter((value) => percentOf(salt, value) <= 10).length / values.length;
    for (const salt of ['checkout', 'search']) assert.ok(Math.abs(share(salt) - 0.1) < 0.01, `${salt} ${share(salt)}`);
    const both = values.filter((value) => percentOf('checkout', value) <= 10 && percentOf('search', value) <= 10).length / values.length;
    assert.ok(both > 0.006 && both < 0.014, String(both));
  });
});
