import assert from 'node:assert/strict';
import fc from 'fast-check';
import { foldForSearch } from '../../../server/domain/search-fold.ts';
import { anyText } from '../../support/requests/any-text.ts';

/** Neither normalisation nor case changes these. */
const UNASSIGNED = /[\p{Cn}\p{Co}\p{Cs}]/u;

const SAME: readonly [name: string, ...spellings: string[]][] = [
  ['case', 'noura', 'Noura', 'NOURA'],
  ['case beyond ASCII', 'Élodie', 'élodie', 'ÉLODIE', 'elodie'],
  ['Cyrillic', 'Жанна', 'ЖАННА', 'жанна'],
  ['Greek with its final sigma', 'Οδυσσέας', 'ΟΔΥΣΣΕΑΣ', 'οδυσσεασ'],
  ['a sharp s', 'Strauß', 'STRAUSS', 'strauss', 'STRAUẞ'],
  ['the Turkish i', 'İpek', 'ipek', 'IPEK', 'ıpek'],
  ['accents, composed and apart', 'Zoë', 'Zoe\u0308', 'zoe'],
  ['width and ligatures', 'Ｎｏｕｒａ', 'noura'],
  ['a ligature', 'ﬁlm', 'film'],
  ['alef with hamza, madda and wasla', 'أحمد', 'احمد', 'إحمد', 'آحمد', 'ٱحمد'],
  ['alef maksura', 'مصطفى', 'مصطفي'],
  ['teh marbuta', 'نورة', 'نوره'],
  ['tashkeel', 'مُحَمَّدٌ', 'محمد'],
  ['tatweel', 'محـــمد', 'محمد'],
  ['Arabic letters in their presentation forms', '\ufee7\ufeee\ufead\ufe93', 'نوره'],
  ['lam-alef as one sign', '\ufefb', 'لا'],
  ['Arabic-Indic digits', 'شقة ١٢٣', 'شقه 123'],
  ['Persian digits', '۷۸۹', '789'],
  ['direction marks and isolates', '\u200fمتجر\u061c \u2068Shop\u2069\u200e', 'متجر shop'],
  ['digits of other scripts', '१२३', '123'],
  ['Persian and Urdu keyboards', 'مكتبة كبيرة علي', 'مکتبہ کبیرە علی', 'مڪتبھ کبیرۃ على', 'مكتبۀ كبيرۂ علي'],
  ['their presentation forms', '\ufb90\ufbfe\ufba8\ufbac', 'كيهه'],
  ['joiners of Persian words', 'می\u200cخواهم', 'میخواهم', 'ميخواهم'],
  ...['\u00ad', '\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', '\u180e', '\u202e'].map(
    (sign) => [`U+${sign.charCodeAt(0).toString(16)}`, `${sign}كتا${sign}ب sh${sign}op`, 'كتاب shop'] as [string, string, string],
  ),
  ['the empty text', '', 'ـ', '\u064b', '\u200b\ufeff'],
];

describe('foldForSearch', () => {
  for (const [name, ...spellings] of SAME)
    it(`folds ${name} to one form`, () => {
      const [first, ...others] = spellings.map(foldForSearch);
      for (const other of others) assert.equal(other, first);
    });

  it('does not make different words equal', () => {
    const words = [
      'noura',
      'nour',
      'نورا',
      'نوره',
      'محمد',
      'محمود',
      'علي',
      'على ',
      '100%',
      'a_b',
      "o'neil",
      'zoe',
      'گل',
      'كل',
      'چای',
      'جاي',
    ];
    assert.equal(new Set(words.map(foldForSearch)).size, words.length);
  });

  it('leaves punctuation and digits unchanged', () => assert.equal(foldForSearch("100% a_b 'x' \\ +966"), "100% a_b 'x' \\ +966"));

  it('is idempotent for every assigned character', () => {
    const unstable: string[] = [];
    for (let point = 0; point <= 0x10ffff; point += 1) {
      const character = String.fromCodePoint(point);
      if (UNASSIGNED.test(character)) continue;
      const folded = foldForSearch(character);
      if (foldForSearch(folded) !== folded) unstable.push(point.toString(16));
    }
    assert.deepEqual(unstable, []);
  });

  it('is idempotent for random texts', () => {
    fc.assert(
      fc.property(anyText(50), (text) => assert.equal(foldForSearch(foldForSearch(text)), foldForSearch(text))),
      { numRuns: 2_000 },
    );
  });
});
