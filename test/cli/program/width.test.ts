import assert from 'node:assert/strict';
import { cut, padEnd, padStart, widthOf } from '../../cli/output/width.ts';

const WIDTHS: readonly (readonly [text: string, cells: number])[] = [
  ['', 0],
  ['plain', 5],
  ['سوق', 3],
  ['مَرْحَبًا', 5],
  ['東京', 4],
  ['ＡＢ', 4],
  ['한국', 4],
  ['👍', 2],
  ['👨‍👩‍👧', 2],
  ['🇸🇦', 2],
  ['1️⃣', 2],
  ['☎', 1],
  ['☎️', 2],
  ['★…█', 3],
  ['e\u0301', 1],
  ['\u200b', 0],
  ['\u2068a\u2069', 1],
  ['\u001b[31mré\u001b[39m', 2],
];

describe('cells of a terminal', () => {
  it('are counted by grapheme, wide ones twice', () => {
    assert.deepEqual(
      WIDTHS.map(([text]) => [text, widthOf(text)]),
      WIDTHS,
    );
  });

  it('are filled up, and cut between graphemes', () => {
    assert.deepEqual([padEnd('東', 4), padStart('東', 4), padEnd('long', 2)], ['東  ', '  東', 'long']);
    assert.deepEqual([cut('plain', 5), cut('plain', 4), cut('東京都', 4), cut('👨‍👩‍👧👍x', 4)], ['plain', 'pla…', '東…', '👨‍👩‍👧…']);
  });
});
