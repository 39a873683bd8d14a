import { foldForSearch } from './search-fold.ts';

/**
 * Whether a text has one of the words, whole or, for `word*`, as a beginning. Both are folded as for the search, so that case, accents,
 * vowel signs and tatweel make no difference.
 */
export function hasBlockedWord(words: readonly string[], texts: readonly (string | null)[]): boolean {
  if (words.length === 0) return false;
  const searched = texts.map((text) => ` ${wordsOf(text ?? '')} `).join('');
  return words.some((word) => {
    const folded = wordsOf(word);
    return folded !== '' && searched.includes(word.endsWith('*') ? ` ${folded}` : ` ${folded} `);
  });
}

/** The folded words of a text with one space between them. */
function wordsOf(text: string): string {
  return foldForSearch(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(' ');
}
