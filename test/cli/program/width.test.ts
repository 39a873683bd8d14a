import assert from 'node:assert/strict';
import { displayWidth, padEnd, padStart, truncate } from '../../../cli/output/width.ts';

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

describe('the width of a text', () => {
  it('counts graphemes, and wide ones as two', () => {
    assert.deepEqual(
      WIDTHS.map(([text]) => [text, displayWidth(text)]),
      WIDTHS,
    );
  });

  it('pads and truncates texts between graphemes', () => {
    assert.deepEqual([padEnd('東', 4), padStart('東', 4), padEnd('long', 2)], ['東  ', '  東', 'long']);
    assert.deepEqual(
      [truncate('plain', 5), truncate('plain', 4), truncate('東京都', 4), truncate('👨‍👩‍👧👍x', 4)],
      ['plain', 'pla…', '東…', '👨‍👩‍👧…'],
    );
  });
});
