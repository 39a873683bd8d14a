import assert from 'node:assert/strict';
import { type CountedUnit, countForms, countOf } from '../../server/platform/counts.ts';
import { files, read } from '../architecture/source.ts';

/** 0, 1, 2, 3, 10, 11, 99, 100, 101, 102, 103 and 111 of each unit, without a preposition. */
const ARABIC: Readonly<Record<CountedUnit, string>> = {
  day: '0 يوم|يوم|يومان|3 أيام|10 أيام|11 يومًا|99 يومًا|100 يوم|101 يوم|102 يوم|103 أيام|111 يومًا',
  hour: '0 ساعة|ساعة|ساعتان|3 ساعات|10 ساعات|11 ساعة|99 ساعة|100 ساعة|101 ساعة|102 ساعة|103 ساعات|111 ساعة',
  minute: '0 دقيقة|دقيقة|دقيقتان|3 دقائق|10 دقائق|11 دقيقة|99 دقيقة|100 دقيقة|101 دقيقة|102 دقيقة|103 دقائق|111 دقيقة',
  second: '0 ثانية|ثانية|ثانيتان|3 ثوان|10 ثوان|11 ثانية|99 ثانية|100 ثانية|101 ثانية|102 ثانية|103 ثوان|111 ثانية',
};
const NUMBERS = [0, 1, 2, 3, 10, 11, 99, 100, 101, 102, 103, 111];
const UNITS = ['day', 'hour', 'minute', 'second'] as const;

describe('a number with its unit', () => {
  for (const unit of UNITS) {
    it(`has the Arabic forms of a ${unit}`, () => {
      const alone = NUMBERS.map((count) => countOf(count, { unit, language: 'ar', place: 'alone' }));
      assert.equal(alone.join('|'), ARABIC[unit]);
      const after = NUMBERS.map((count) => countOf(count, { unit, language: 'ar', place: 'after preposition' }));
      assert.equal(after.join('|'), ARABIC[unit].replace(/ان(?=\|)/, 'ين'));
    });

    it(`has the English forms of a ${unit}`, () => {
      const texts = [0, 1, 2, 1_000].map((count) => countOf(count, { unit, language: 'en', place: 'after preposition' }));
      assert.deepEqual(texts, [`0 ${unit}s`, `1 ${unit}`, `2 ${unit}s`, `1000 ${unit}s`]);
    });
  }

  it('gives scripts the forms of every plural category', () => {
    assert.deepEqual(Object.keys(countForms({ unit: 'day', language: 'ar', place: 'alone' })), ['one', 'two', 'few', 'many', 'other']);
  });

  it('is written by one function', () => {
    const counting = files('server').filter((file) => /\.(ts|js)$/.test(file) && /style: 'unit'|Intl\.PluralRules/.test(read(file)));
    assert.deepEqual(counting, ['server/controllers/auth/deletion-page/assets/script.js', 'server/platform/counts.ts']);
  });
});
