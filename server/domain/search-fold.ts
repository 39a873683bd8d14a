/** Letters that people use for each other. NFKD has already split alef with hamza and madda. */
const SAME_LETTER: Readonly<Record<string, string>> = { ٱ: 'ا', ى: 'ي', ة: 'ه', ς: 'σ' };
const VARIANTS = /[ٱىةς]/g;
/** Tatweel, direction marks and isolates: characters without a meaning for a search. */
const IGNORED = /[\u0640\u061c\u200e\u200f\u2066-\u2069]/g;
const ARABIC_INDIC_DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/g;

/**
 * The form in which texts are searched: no case, accents or Arabic vowel signs, one alef, one yeh, heh for teh marbuta, ASCII digits.
 * The process folds, because each database engine folds in its own way. Folding twice changes nothing. The text must have passed an input
 * schema, which refuses piles of combining marks.
 */
export function foldForSearch(text: string): string {
  return (
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .replace(IGNORED, '')
      // upper case makes ß and ss equal, and ı and i; lower case comes first, because upper case leaves the capital ẞ unchanged
      .toLowerCase()
      .toUpperCase()
      .toLowerCase()
      .replace(VARIANTS, (letter) => SAME_LETTER[letter] ?? letter)
      .replace(ARABIC_INDIC_DIGITS, (digit) => String(digit.charCodeAt(0) & 0xf))
  );
}
