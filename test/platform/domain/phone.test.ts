import assert from 'node:assert/strict';
import fc from 'fast-check';
import { normalizePhone, requirePhone } from '../../../server/domain/phone.ts';
import { ApiError } from '../../../server/platform/errors.ts';
import { PHONE_SPELLINGS } from '../../support/requests/spellings.ts';

const SAME: readonly (readonly [name: string, typed: string])[] = [
  ['E.164 itself', '+966501234567'],
  ['blanks between groups', '+966 50 123 4567'],
  ['blanks around', '  +966501234567 '],
  ['a no-break space, as phones copy it', '+966\u00a050\u00a01234567'],
  ['dashes', '+966-50-123-4567'],
  ['typographic dashes', '+966\u201350\u2011123\u22124567'],
  ['dots and brackets', '+966 (50) 123.45.67'],
  ['00 for the plus', '00966501234567'],
  ['00 and blanks', '00 966 50 123 4567'],
  ['Arabic-Indic digits', '+\u0669\u0666\u0666\u0665\u0660\u0661\u0662\u0663\u0664\u0665\u0666\u0667'],
  ['Persian digits', '+\u06f9\u06f6\u06f6\u06f5\u06f0\u06f1\u06f2\u06f3\u06f4\u06f5\u06f6\u06f7'],
  ['Arabic-Indic digits with 00', '\u0660\u0660\u0669\u0666\u0666\u0665\u0660\u0661\u0662\u0663\u0664\u0665\u0666\u0667'],
  ['full-width plus and digits', '\uff0b\uff19\uff16\uff16\uff15\uff10\uff11\uff12\uff13\uff14\uff15\uff16\uff17'],
  ['the trunk zero kept by mistake', '+966 0501234567'],
  ['Devanagari digits', '+\u096f\u096c\u096c\u096b\u0966\u0967\u0968\u0969\u096a\u096b\u096c\u096d'],
  ['a full-width plus after a mark', '\u200e\uff0b966501234567'],
  ['many marks that nobody sees', `${'\u200f'.repeat(100)}+966501234567`],
  ...PHONE_SPELLINGS.map(([name, spell]) => [name, spell('+966501234567')] as const),
];

const REFUSED: readonly [name: string, typed: string][] = [
  ['a number that is possible only with a dropped zero', '+98000000'],
  ['nothing', ''],
  ['a plus alone', '+'],
  ['a national number without a country code', '0501234567'],
  ['digits without plus or 00', '966501234567'],
  ['too few digits', '+96650'],
  ['too many digits', '+96650123456789012'],
  ['more digits than this country has', '+1555010000199'],
  ['a country code that does not exist', '+999501234567'],
  ['a country code that starts with 0', '+0501234567'],
  ['000', '000966501234567'],
  ['two pluses', '++966501234567'],
  ['a plus inside', '+966+501234567'],
  ['a plus after 00', '00+966501234567'],
  ['a tel: address', 'tel:+966501234567'],
  ['an extension', '+966501234567;ext=5'],
  ['an extension in words', '+966501234567 ext. 5'],
  ['marks alone', '\u202a\u202c'],
  ['an invisible sign after too few digits', '+96650\u200b'],
  ['a line break', '+966501234567\n'],
  ['a NUL', '+966501234567\0'],
  ['letters for digits', '+1800FLOWERS'],
  ['a number inside a sentence', 'call +966501234567'],
  ['numbers that are no digits', '+\u2460\u2461\u2462501234567'],
  ['65 characters', `+966501234567${' '.repeat(52)}`],
];

describe('normalizePhone', () => {
  for (const [name, typed] of SAME) {
    it(`reads ${name}`, () => assert.equal(normalizePhone(typed), '+966501234567'));
  }

  for (const [name, typed] of REFUSED) {
    it(`refuses ${name}`, () => assert.equal(normalizePhone(typed), null));
  }

  it('reads the test numbers of the documentation', () => assert.equal(normalizePhone('+1 (555) 010-0001'), '+15550100001'));

  it('returns E.164 or null, and is idempotent', () => {
    const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.stringMatching(/^(\+|00)[0-9 ()-]{4,20}$/));
    fc.assert(
      fc.property(text, (typed) => {
        const phone = normalizePhone(typed);
        if (phone === null) return;
        assert.match(phone, /^\+[1-9]\d{6,14}$/);
        assert.equal(normalizePhone(phone), phone);
      }),
      { numRuns: 5000 },
    );
  });
});

describe('requirePhone', () => {
  it('returns the phone in E.164', () => assert.equal(requirePhone('00966 50 1234567'), '+966501234567'));

  it('throws 400 invalid_phone that names the field', () => {
    assert.throws(
      () => requirePhone('12', 'contact'),
      (error: unknown) =>
        error instanceof ApiError &&
        error.status === 400 &&
        error.code === 'invalid_phone' &&
        error.extras.errors?.[0]?.field === 'contact',
    );
  });
});
