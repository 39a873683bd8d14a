import assert from 'node:assert/strict';
import { hasBlockedWord } from '../../../server/domain/blocked-words.ts';

describe('blocked words under hostile texts', () => {
  for (const [name, words] of [
    ['phrases with one first word', Array.from({ length: 500 }, (_, n) => `free x${n}`)],
    ['beginnings of many lengths', Array.from({ length: 500 }, (_, n) => `${'كل'.repeat(1 + (n % 49))}${n}*`)],
    ['words of one repeated letter', Array.from({ length: 500 }, (_, n) => 'و'.repeat(1 + (n % 100)))],
    ['long phrases that differ at last', Array.from({ length: 500 }, (_, n) => `${'و ف ب '.repeat(8)}${n}`)],
  ] as const)
    it(`take linear time with 500 ${name}`, () => {
      for (const part of ['free ', 'والل ', 'كل', 'و', 'و ف ب ']) assert.ok(growth(words, part) < 6, part);
    });
});

/** The time of a text of 5,000 letters by that of a quarter of it, each the best of some runs. */
function growth(words: readonly string[], part: string): number {
  const best = (length: number) => {
    const text = part.repeat(length).slice(0, length);
    const runs = Array.from({ length: 4 }, () => {
      const start = process.cpuUsage();
      hasBlockedWord(words, [text]);
      const { user, system } = process.cpuUsage(start);
      return user + system;
    });
    return Math.min(...runs) + 500;
  };
  return best(5_000) / best(1_250);
}
