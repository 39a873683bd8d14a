/** Written differently by different people, and meant alike. NFKD has taken alef with hamza and madda apart already. */
const SAME_LETTER: Readonly<Record<string, string>> = { ٱ: 'ا', ى: 'ي', ة: 'ه', ς: 'σ' };
const VARIANTS = /[ٱىةς]/g;
const TATWEEL = /\u0640/g;
const ARABIC_INDIC_DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/g;

/**
 * The spelling in which texts are searched: without case, accents and Arabic vowel signs, with one alef, one yeh, heh for teh marbuta,
 * and ASCII digits. Done here and not by the database, for each engine folds in its own way. Folding what is folded changes nothing.
 * The text must have passed an input schema, which refuses piles of marks.
 */
export function foldForSearch(text: string): string {
  return (
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .replace(TATWEEL, '')
      // by way of capitals: ß and ss are one, and so are ı and i; the capital of ß is small first, for it has no other capital
      .toLowerCase()
      .toUpperCase()
      .toLowerCase()
      .replace(VARIANTS, (letter) => SAME_LETTER[letter] ?? letter)
      .replace(ARABIC_INDIC_DIGITS, (digit) => String(digit.charCodeAt(0) & 0xf))
  );
}
