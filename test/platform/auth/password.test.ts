import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { PasswordHasher } from '../../../server/platform/crypto/password.ts';
import { requireStrongPassword } from '../../../server/platform/crypto/password-rules.ts';
import { PasswordStrength } from '../../../server/platform/crypto/password-strength.ts';
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

describe('the rules of a new password', () => {
  const strength = new PasswordStrength();
  const OWN = { accountNames: ['+966512345678'], context: ['Noura', null, 'Souq Al-Madina', 'ملهى', 'noura.ali@example.com', undefined] };

  /** The fault of a password of Noura, as the error names it; null without one. */
  async function faultOf(password: string): Promise<string | null> {
    try {
      await requireStrongPassword(strength, { field: 'password', password, ...OWN });
      return null;
    } catch (error) {
      assert.ok(error instanceof ApiError && error.status === 400, String(error));
      return error.extras.errors?.map(({ message }) => message).join() ?? '';
    }
  }

  const FINE = [
    'correct horse',
    ' 8 chars',
    'пароль-мой',
    'شمس الصيف البعيدة',
    'k7$Qz!pX',
    `${'x'.repeat(40)}correct horse`,
    `correct horse${'x'.repeat(115)}`,
  ];
  for (const password of FINE)
    it(`accepts ${JSON.stringify(password.slice(0, 20))} of ${[...password].length}`, async () =>
      assert.equal(await faultOf(password), null));

  const REFUSED: readonly [name: string, password: string, fault: RegExp][] = [
    ['7 characters', 'abcdefg', /at least 8/],
    ['7 code points of 14 units', '\u{1f511}'.repeat(7), /at least 8/],
    ['8 code points that compose to 7', 'caf\u0065\u0301xyz', /at least 8/],
    ['129 characters', 'x'.repeat(129), /at most 128/],
    ['an unpaired surrogate', 'abcdefgh\ud83d', /well-formed/],
    ['the phone', '+966512345678', /name of the account/],
    ['the phone without plus', '966512345678', /name of the account/],
  ];
  for (const [name, password, fault] of REFUSED)
    it(`refuses a password that is ${name}`, async () => assert.match(String(await faultOf(password)), fault));

  const GUESSABLE: Readonly<Record<string, readonly string[]>> = {
    'a common one': ['password123', 'PASSWORD123', 'superman', 'qwertyuiop', 'q1w2e3r4t5', 'Summer2024', 'P@ssw0rd1'],
    'a sequence, a date or a repetition': ['12345678', '31121990', 'abcabcabc', 'x'.repeat(128), '\u{1f511}'.repeat(8)],
    'an Arabic one': ['محمد1234', 'مرحبا123', 'كلمة السر', 'كلمةالسر1', 'ضصثقفغعه', '١٢٣٤٥٦٧٨', '۱۲۳۴۵۶۷۸', 'ahmed1990', 'riyadh123'],
    'the local phone number': ['0512345678', '512345678', '٠٥١٢٣٤٥٦٧٨'],
    'a name with a number': ['noura2024', 'Noura.Ali', 'madina123', 'ملهى12345'],
  };
  for (const [name, passwords] of Object.entries(GUESSABLE))
    it(`refuses what an attacker tries first: ${name}`, async () => {
      for (const password of passwords) assert.match(String(await faultOf(password)), /easy to guess/, password);
    });

  it('knows the names only of this account', async () => {
    assert.equal(await strength.isGuessable('zubaydah77', []), false);
    assert.equal(await strength.isGuessable('zubaydah77', ['Zubaydah']), true);
  });

  it('takes bounded time for the worst passwords', async () => {
    const parts = ['p4$$w0rd1!@0', '1!1!l|l0oO0$s5S', '@4a(c{[<3e6g!1|/0$5+7%2z', '20011999', 'abcdefghij1234567890', 'aA1aA1@3'];
    const names = Array.from({ length: 200 }, (_, index) => `Shop ${index} of Noura`);
    for (const part of parts) {
      const before = process.cpuUsage();
      for (let turn = 0; turn < 5; turn += 1) await strength.isGuessable(part.repeat(20).slice(0, 128), names);
      const { user, system } = process.cpuUsage(before);
      assert.ok((user + system) / 5_000 < 100, `${part}: ${(user + system) / 5_000} ms`);
    }
  });
});
