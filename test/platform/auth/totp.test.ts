import assert from 'node:assert/strict';
import { digestOfRecoveryCode, generateRecoveryCodes } from '../../../server/platform/crypto/recovery-codes.ts';
import { loadSecretKeys } from '../../../server/platform/crypto/secret-keys.ts';
import { generateTotpSecret, stepOfCode, totpUrl } from '../../../server/platform/crypto/totp.ts';
import { codeAt } from '../../support/requests/authenticator.ts';

/** `12345678901234567890` in Base32: the SHA-1 secret of RFC 6238, Appendix B. */
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

/** Times and codes of Appendix B, by their last six digits. */
const VECTORS = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
] as const;

describe('codes of an authenticator app', () => {
  const at = (seconds: number): Date => new Date(seconds * 1_000);

  it('are those of RFC 6238', () => {
    for (const [seconds, code] of VECTORS) {
      assert.equal(stepOfCode(RFC_SECRET, code, at(seconds)), Math.floor(seconds / 30), code);
      assert.equal(codeAt(RFC_SECRET, at(seconds)), code, 'the authenticator of the tests');
    }
  });

  it('are right one step before and after', () => {
    const secret = generateTotpSecret();
    const step = 59_000_000;
    const code = codeAt(secret, at(step * 30));
    for (const [distance, found] of [
      [-61, null],
      [-60, null],
      [-30, step],
      [0, step],
      [29, step],
      [59, step],
      [60, null],
    ] as const)
      assert.equal(stepOfCode(secret, code, at(step * 30 + distance)), found, String(distance));
  });

  it('have six digits and nothing else', () => {
    for (const code of ['', '287 082', '28708', '2870820', '-87082', '28708\n', '٢٨٧٠٨٢', '0x1234', 'abcdef'])
      assert.equal(stepOfCode(RFC_SECRET, code, at(59)), null, code);
  });

  it('have a secret of 160 bits in the address', () => {
    const secret = generateTotpSecret();
    assert.match(secret, /^[A-Z2-7]{32}$/);
    const url = new URL(totpUrl(secret, { issuer: 'Diwan', label: 'sara@market' }));
    assert.deepEqual(
      [url.protocol, url.host, decodeURIComponent(url.pathname), Object.fromEntries(url.searchParams)],
      ['otpauth:', 'totp', '/Diwan:sara@market', { issuer: 'Diwan', secret, algorithm: 'SHA1', digits: '6', period: '30' }],
    );
  });
});

describe('recovery codes', () => {
  it('are ten different texts of 80 bits', () => {
    const codes = generateRecoveryCodes();
    assert.deepEqual([codes.length, new Set(codes).size], [10, 10]);
    for (const code of codes) assert.match(code, /^([a-hj-km-np-z02-9]{4}-){3}[a-hj-km-np-z02-9]{4}$/);
  });

  it('are read in any case and grouping', () => {
    const [code = ''] = generateRecoveryCodes();
    const digest = digestOfRecoveryCode(code);
    assert.match(String(digest), /^[0-9a-f]{64}$/);
    for (const typed of [
      code.toUpperCase(),
      code.replaceAll('-', ''),
      ` ${code.replaceAll('-', ' ')} `,
      code.replaceAll('-', '\u2011\u200b'),
    ])
      assert.equal(digestOfRecoveryCode(typed), digest, typed);
    for (const other of ['', '123456', code.slice(1), `${code}a`, code.replace(/./, 'i')]) assert.equal(digestOfRecoveryCode(other), null);
  });
});

describe('stored secrets', () => {
  const keys = loadSecretKeys('the pepper of this server, long enough', '.');

  it('open for their owner under their pepper only', () => {
    const sealed = keys.seal('operator:5', RFC_SECRET);
    assert.equal(keys.unseal('operator:5', sealed), RFC_SECRET);
    assert.notEqual(keys.seal('operator:5', RFC_SECRET), sealed, 'two seals of one secret differ');
    assert.ok(!sealed.includes(RFC_SECRET) && !Buffer.from(sealed, 'base64url').includes(RFC_SECRET));
    assert.equal(keys.unseal('operator:6', sealed), null);
    assert.equal(loadSecretKeys('the pepper of another server, as long', '.').unseal('operator:5', sealed), null);
    for (const broken of ['', sealed.slice(0, 20), sealed.slice(0, -2), `A${sealed.slice(1)}`, sealed.toLowerCase()])
      if (broken !== sealed) assert.equal(keys.unseal('operator:5', broken), null, broken);
  });
});
