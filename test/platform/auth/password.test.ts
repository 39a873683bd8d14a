import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { COMMON_PASSWORDS } from '../../../server/platform/crypto/common-passwords.ts';
import { PasswordHasher } from '../../../server/platform/crypto/password.ts';
import { passwordFaults } from '../../../server/platform/crypto/password-rules.ts';
import { ApiError } from '../../../server/platform/errors.ts';

const LOW_COST = { memoryCost: 1_024, timeCost: 1, parallelism: 1 };

describe('PasswordHasher', () => {
  const hasher = new PasswordHasher(LOW_COST);

  it('uses Argon2id with 19 MiB by default', async () => {
    const fullCost = new PasswordHasher();
    const stored = await fullCost.hash('correct horse battery');
    assert.match(stored, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    assert.equal(await fullCost.verify(stored, 'correct horse battery'), true);
  });

  it('verifies only the hashed password', async () => {
    const stored = await hasher.hash('correct horse battery');
    assert.equal(await hasher.verify(stored, 'correct horse battery'), true);
    assert.equal(await hasher.verify(stored, 'Correct horse battery'), false);
    assert.equal(await hasher.verify(stored, ' correct horse battery'), false);
  });

  it('makes different hashes of equal passwords', async () => {
    assert.notEqual(await hasher.hash('correct horse battery'), await hasher.hash('correct horse battery'));
  });

  it('treats composed and decomposed letters as equal', async () => {
    assert.equal(await hasher.verify(await hasher.hash('cafe\u0301 society'), 'caf\u00e9 society'), true);
  });

  it('distinguishes passwords after 72 bytes and after NUL', async () => {
    const stored = await hasher.hash(`${'x'.repeat(72)}a`);
    assert.equal(await hasher.verify(stored, `${'x'.repeat(72)}b`), false);
    assert.equal(await hasher.verify(await hasher.hash('before\0after'), 'before\0other'), false);
  });

  it('needs a rehash when the cost differs', async () => {
    assert.equal(hasher.needsRehash(await hasher.hash('correct horse battery')), false);
    assert.equal(hasher.needsRehash('$argon2id$v=19$m=4096,t=3,p=1$c29tZXNhbHQ$aGFzaA'), true);
    assert.equal(hasher.needsRehash('$argon2i$v=19$m=1024,t=1,p=1$c29tZXNhbHQ$aGFzaA'), true);
  });

  it('verifies no password against its dummy hash', async () => {
    assert.equal(await hasher.verifyDummy('correct horse battery'), false);
  });

  it('refuses with 503 when its queue is full', async () => {
    const flood = 300 + availableParallelism();
    const outcomes = await Promise.allSettled(Array.from({ length: flood }, () => hasher.verifyDummy('flood')));
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    assert.ok(refused.length >= flood - 256 - availableParallelism(), `${refused.length} of ${flood} refused`);
    assert.ok(refused.length < flood, 'some are answered');
    for (const { reason } of refused) assert.ok(reason instanceof ApiError && reason.status === 503);
    assert.equal(await hasher.verifyDummy('after'), false);
  });
});

describe('passwordFaults', () => {
  const FINE = [
    'correct horse',
    ' 8 chars',
    'пароль-мой',
    '\u0643\u0644\u0645\u0629 \u0633\u0631\u064a\u0629',
    '\u{1f511}'.repeat(8),
    'x'.repeat(128),
    '\u{1f511}'.repeat(128),
  ];
  for (const password of FINE) {
    it(`accepts ${JSON.stringify(password.slice(0, 20))} of ${[...password].length}`, () => assert.deepEqual(passwordFaults(password), []));
  }

  const REFUSED: readonly [name: string, password: string, fault: RegExp][] = [
    ['7 characters', 'abcdefg', /at least 8/],
    ['7 code points of 14 units', '\u{1f511}'.repeat(7), /at least 8/],
    ['8 code points that compose to 7', 'caf\u0065\u0301xyz', /at least 8/],
    ['129 characters', 'x'.repeat(129), /at most 128/],
    ['an unpaired surrogate', 'abcdefgh\ud83d', /well-formed/],
    ['a common password', 'password123', /most common/],
    ['a common password in capitals', 'PASSWORD123', /most common/],
  ];
  for (const [name, password, fault] of REFUSED) {
    it(`refuses ${name}`, () => assert.match(passwordFaults(password)[0] ?? '', fault));
  }

  it('refuses the account name in upper and lower case', () =>
    assert.match(passwordFaults('Noura.Ali', ['noura.ali'])[0] ?? '', /name of the account/));

  it('refuses the phone with and without plus', () => {
    assert.equal(passwordFaults('+966501234567', ['+966501234567']).length, 1);
    assert.equal(passwordFaults('966501234567', ['+966501234567']).length, 1);
  });

  it('lists every fault of the password', () => assert.equal(passwordFaults('superman', ['Superman']).length, 2));
});

describe('the list of common passwords', () => {
  it('has only entries of eight or more lower-case characters', () => {
    assert.ok(COMMON_PASSWORDS.size >= 200);
    for (const password of COMMON_PASSWORDS) assert.ok(password.length >= 8 && password === password.toLowerCase(), password);
  });
});
