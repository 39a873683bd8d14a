import assert from 'node:assert/strict';
import { titleWords } from '../../../server/domain/title-words.ts';

describe('the words of a title', () => {
  for (const [title, words] of [
    ['Dark mode, please!', ['dark', 'mode', 'please']],
    ['CAFÉ café Cafe', ['cafe']],
    ['والكتاب الكتاب للكتاب كتاب وبالكتاب', ['كتاب']],
    ['الوضع الليلي', ['وضع', 'يلي']],
    ['وليد بلال وردة لبن', ['ليد', 'لال', 'رده', 'لبن']],
    ['أحمد إحمد آحمد', ['احمد']],
    ['مكتبة مکتبه مَكْتَبَــة', ['مكتبه']],
    ['كتب الكتب', ['كتب']],
    ['می\u200cخواهم', ['ميخواهم']],
    ['iPhone ١٥ و 15', ['iphone', '15']],
    ['a b ?!', []],
    ['x'.repeat(200), ['x'.repeat(32)]],
  ] as const)
    it(`are folded and without Arabic prefixes: ${title.slice(0, 20)}`, () => {
      assert.deepEqual(titleWords(title), words);
    });

  it('are the same when they are folded again', () => {
    for (const word of titleWords('والكتاب للوضع بالليل Crème brûlée فلسطين')) assert.deepEqual(titleWords(word), [word]);
  });
});
