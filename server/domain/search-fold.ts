import { isAscii, withAsciiDigits } from '../platform/unicode.ts';

/** Letters that people use for each other, most of them on Persian and Urdu keyboards. NFKD has already split alef with hamza and madda. */
const SAME_LETTER: Readonly<Record<string, string>> = {
  ٱ: 'ا',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  ڪ: 'ك',
  ة: 'ه',
  ہ: 'ه',
  ە: 'ه',
  ھ: 'ه',
  ۃ: 'ه',
  ς: 'σ',
};
const VARIANTS = /[ٱىیکڪةہەھۃς]/g;
/** Accents and vowel signs, tatweel, and signs without an image, such as joiners, soft hyphens and direction marks. */
const IGNORED = /[\p{M}\u0640\p{Default_Ignorable_Code_Point}]/gu;

/**
 * The form in which texts are searched: no case, accents, Arabic vowel signs or invisible signs, one alef, yeh, kaf and heh, ASCII digits.
 * The process folds, because each database engine folds in its own way. Folding twice changes nothing. The text must have passed an input
 * schema, which refuses piles of combining marks.
 */
export function foldForSearch(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  const folded = text
    .normalize('NFKD')
    .replace(IGNORED, '')
    // upper case makes ß and ss equal, and ı and i; lower case comes first, because upper case leaves the capital ẞ unchanged
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replace(VARIANTS, (letter) => SAME_LETTER[letter] ?? letter);
  return withAsciiDigits(folded);
}
