import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { COMMON_PASSWORDS } from '../../server/platform/crypto/common-passwords.ts';
import { DUMMY_HASH, hashPassword, needsRehash, verifyAgainstNothing, verifyPassword } from '../../server/platform/crypto/password.ts';
import { passwordFaults } from '../../server/platform/crypto/password-rules.ts';
import { ApiError } from '../../server/platform/errors.ts';

describe('password hashes', () => {
  it('verify the password they were made of and no other', async () => {
    const kept = await hashPassword('correct horse battery');
    assert.match(kept, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    assert.equal(await verifyPassword(kept, 'correct horse battery'), true);
    assert.equal(await verifyPassword(kept, 'Correct horse battery'), false);
    assert.equal(await verifyPassword(kept, ' correct horse battery'), false);
  });

  it('differ for equal passwords', async () => {
    assert.notEqual(await hashPassword('correct horse battery'), await hashPassword('correct horse battery'));
  });

  it('take composed and decomposed letters for the same', async () => {
    assert.equal(await verifyPassword(await hashPassword('cafe\u0301 society'), 'caf\u00e9 society'), true);
  });

  it('tell apart passwords that differ after 72 bytes or after a NUL', async () => {
    const kept = await hashPassword(`${'x'.repeat(72)}a`);
    assert.equal(await verifyPassword(kept, `${'x'.repeat(72)}b`), false);
    assert.equal(await verifyPassword(await hashPassword('before\0after'), 'before\0other'), false);
  });

  it('ask to be made anew when they were made at another cost', async () => {
    assert.equal(needsRehash(await hashPassword('correct horse battery')), false);
    assert.equal(needsRehash('$argon2id$v=19$m=4096,t=3,p=1$c29tZXNhbHQ$aGFzaA'), true);
    assert.equal(needsRehash('$argon2i$v=19$m=19456,t=2,p=1$c29tZXNhbHQ$aGFzaA'), true);
  });

  it('cost the same for an account that is not there', async () => {
    assert.equal(needsRehash(DUMMY_HASH), false);
    assert.equal(await verifyAgainstNothing('correct horse battery'), false);
  });

  it('are made at most one per core at a time, and a flood beyond the queue is shed with 503', async () => {
    const flood = 300 + availableParallelism();
    const outcomes = await Promise.allSettled(Array.from({ length: flood }, () => verifyAgainstNothing('flood')));
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    assert.ok(refused.length >= flood - 256 - availableParallelism(), `${refused.length} of ${flood} refused`);
    assert.ok(refused.length < flood, 'some are answered');
    for (const { reason } of refused) assert.ok(reason instanceof ApiError && reason.status === 503);
  });

  it('are made again after the flood', async () => assert.equal(await verifyAgainstNothing('after'), false));
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
    it(`takes ${JSON.stringify(password.slice(0, 20))} of ${[...password].length}`, () => assert.deepEqual(passwordFaults(password), []));
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

  it('refuses the name of the account in any case', () =>
    assert.match(passwordFaults('Noura.Ali', ['noura.ali'])[0] ?? '', /name of the account/));

  it('refuses the own phone with and without the plus', () => {
    assert.equal(passwordFaults('+966501234567', ['+966501234567']).length, 1);
    assert.equal(passwordFaults('966501234567', ['+966501234567']).length, 1);
  });

  it('lists every fault', () => assert.equal(passwordFaults('superman', ['Superman']).length, 2));
});

describe('the list of common passwords', () => {
  it('holds what could be chosen: eight and more characters in lower case', () => {
    assert.ok(COMMON_PASSWORDS.size >= 200);
    for (const password of COMMON_PASSWORDS) assert.ok(password.length >= 8 && password === password.toLowerCase(), password);
  });
});
