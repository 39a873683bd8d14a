import { foldForSearch } from './search-fold.ts';

/** In characters. */
const SHORTEST = 2;
const LONGEST = 32;
/** The prefixes that Arabic writes together with a word. */
const PREFIXES = ['ال', 'و', 'ف', 'ب', 'ل'];
/** The letters that are left of a word without a prefix. */
const SHORTEST_STEM = 3;

/**
 * The different words of a title in the form in which titles are compared: folded as for the search, without the leading ال, و, ف, ب and ل,
 * which go one after the other while three letters remain. Other forms of a word, such as plurals, are other words.
 */
export function titleWords(title: string): string[] {
  const words = foldForSearch(title).split(/[^\p{L}\p{N}]+/u);
  return [...new Set(words.map(stemOf).filter((word) => word.length >= SHORTEST))];
}

function stemOf(word: string): string {
  const prefix = PREFIXES.find((each) => word.startsWith(each) && word.length - each.length >= SHORTEST_STEM);
  return prefix === undefined ? [...word].slice(0, LONGEST).join('') : stemOf(word.slice(prefix.length));
}
