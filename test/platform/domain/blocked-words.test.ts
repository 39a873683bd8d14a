import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { hasBlockedWord } from '../../../server/domain/blocked-words.ts';

const DOCUMENT = readFileSync(path.join(import.meta.dirname, '../../../docs/blocked-words.md'), 'utf8');
const [ARABIC = [], ENGLISH = []] = [...DOCUMENT.matchAll(/^```text words\n([\s\S]*?)^```$/gm)].map(([, list = '']) =>
  list.split(',').map((word) => word.trim()),
);

describe('blocked words', () => {
  for (const [word, matching, others] of [
    ['حمار', ['حماااار', 'ححححمار', 'حمـــار', 'حِمَارٌ', 'حمارر'], ['حمر', 'حمارين', 'سحمار']],
    ['good', ['good', 'goooood', 'GOOD'], ['god', 'goods']],
    ['god', ['god', 'gooood', 'gggod'], ['good', 'go']],
    ['fuck', ['fuuck', 'FUUUUCKKKK', 'f\u200buck'], ['fck']],
    ['1500', ['1500', '١٥٠٠'], ['15000', '11500']],
    ['free money', ['freeee   moneyyy'], ['free', 'money free', 'free\u00a0lunch money']],
    ['god*', ['gods', 'goddess', 'goood'], ['goods']],
  ] as const)
    it(`ignore repeats of a letter beyond “${word}”`, () => check(word, matching, others));

  const PREFIXED = [
    'ال',
    'و',
    'ف',
    'ب',
    'ل',
    'ك',
    'وال',
    'فال',
    'بال',
    'كال',
    'لل',
    'وب',
    'ول',
    'وك',
    'فب',
    'فل',
    'فك',
    'وبال',
    'ولل',
    'فكال',
  ];
  for (const [word, matching, others] of [
    ['حمار', PREFIXED.map((prefix) => `${prefix}حمار`), ['سحمار', 'الوحمار', 'حمارال']],
    ['لئيم', ['اللئيم', 'للئيم', 'لللئيم', 'واللئيم'], ['ئيم']],
    ['وسخ', ['وسخ', 'ووسخ', 'الوسخ'], ['سخ']],
    ['كس', ['كس'], ['الكس', 'وكس', 'عكس']],
    ['كلب*', ['والكلبة', 'كلببب'], ['مكلب']],
    ['ابن كلب', ['يا ابن الكلب', 'وابن كلللب'], ['ابن', 'ابن عمي كلب']],
    ['idiot', ['idiot'], ['الidiot']],
  ] as const)
    it(`find “${word}” with Arabic prefixes before it`, () => check(word, matching, others));

  for (const [word, matching, others] of [
    ['أحمق', ['احمق', 'إحمق', 'آحمق', 'الأحمق'], ['حمق']],
    ['مؤخرة', ['موخره', 'مُؤَخَّرة'], []],
    ['بذيء', ['بذيئ', 'بذئ', 'بذي'], []],
    ['ماء', ['ماء'], ['ما']],
    ['عاهرة', ['عاهره', 'عاهرۃ', 'والعاهرة'], []],
    ['كلب', ['کلب', 'ڪلب', 'ك\u200dل\u200cب', 'ك\u2060لب', 'كَلْبٌ'], []],
    ['غبي', ['غبى', 'غبی', 'غــبــي'], ['غبية']],
    ['گدا', ['گدا', 'گداااا'], ['كدا']],
  ] as const)
    it(`know each spelling of the word “${word}”`, () => check(word, matching, others));

  it('search each text by itself, for whole phrases', () => {
    assert.equal(hasBlockedWord(['free money'], ['free', 'money']), false);
    assert.equal(hasBlockedWord(['free money', 'free lunch'], [null, 'free lunch']), true);
    assert.equal(hasBlockedWord([], ['free']), false);
    assert.equal(hasBlockedWord(['ـ', '👍'], ['free 👍']), false);
  });

  it('match insults of the starter lists, but no politeness', () => {
    assert.ok(ARABIC.length >= 40 && ENGLISH.length >= 30 && ARABIC.length + ENGLISH.length <= 500);
    for (const word of [...ARABIC, ...ENGLISH]) assert.equal(hasBlockedWord([word], [`x ${word.replace('*', '')} x`]), true, word);
    for (const text of ['يا حماااار', 'والله إنكم حقيرين', 'انت غبييي', 'يلعنكم']) assert.equal(hasBlockedWord(ARABIC, [text]), true, text);
    for (const text of ['التطبيق ممتاز وسريع', 'السلام عليكم، أين طلبي؟', 'أحب القهوة والحلويات', 'الكسكس لذيذ'])
      assert.equal(hasBlockedWord(ARABIC, [text]), false, text);
    for (const text of ['A good shop, I assess it with five stars', 'My class in Scunthorpe passed', 'It is dumb luck'])
      assert.equal(hasBlockedWord(ENGLISH, [text]), false, text);
  });
});

function check(word: string, matching: readonly string[], others: readonly string[]): void {
  for (const text of matching) assert.equal(hasBlockedWord([word], [text]), true, text);
  for (const text of others) assert.equal(hasBlockedWord([word], [text]), false, text);
}
