import assert from 'node:assert/strict';
import { isVisible, plainCode, withAsciiDigits, withoutInvisibleSigns } from '../../server/platform/unicode.ts';
import { costOf } from '../support/cost.ts';
import { CODE_SPELLINGS, INVISIBLE_SIGNS } from '../support/requests/spellings.ts';

describe('digits', () => {
  it('become ASCII digits, whatever their script', () => {
    const digits: string[] = [];
    for (let point = 0; point <= 0x1_ff_ff; point += 1)
      if (/\p{Nd}/u.test(String.fromCodePoint(point))) digits.push(String.fromCodePoint(point));
    assert.ok(digits.length >= 650);
    assert.equal(withAsciiDigits(digits.join('')), '0123456789'.repeat(digits.length / 10));
  });

  it('leave all other signs unchanged', () => assert.equal(withAsciiDigits('a٣ ½²③ ٪'), 'a3 ½²③ ٪'));
});

describe('a code', () => {
  for (const [name, spell] of CODE_SPELLINGS) it(`is read from ${name}`, () => assert.equal(plainCode(spell('427719')), '427719'));

  it('keeps letters, controls and other signs', () => assert.equal(plainCode('ab2c-9f kd\0.x'), 'ab2c9fkd\0.x'));
});

describe('invisible signs', () => {
  it('are removed wherever they are', () => {
    for (const sign of INVISIBLE_SIGNS) assert.equal(withoutInvisibleSigns(`${sign}a${sign}ب${sign}`), 'aب', sign);
  });

  it('and blanks alone show nothing', () => {
    for (const sign of [...INVISIBLE_SIGNS, '', ' ', '\n', '\u3164', '\uffa0', '\u2800', '\u{e0101}'])
      assert.equal(isVisible(`${sign} ${sign}`), false);
    for (const text of ['a', '\u200fa', '❤\ufe0f', '.', 'م']) assert.equal(isVisible(text), true);
  });

  it('cost little in a long text', () => {
    const cpuMs = costOf(() => isVisible(' \u200b'.repeat(125_000)) || withoutInvisibleSigns('\u200f1'.repeat(125_000)));
    assert.ok(cpuMs < 200, `${cpuMs} ms`);
  });
});
