// This file imports nothing, because the domain and the configuration use it too.

/** Unicode's Stream-Safe Text Format (UAX #15) allows 30 combining marks in a row; no script needs more. */
const MARK_PILE = /\p{M}{31}/u;
/** Signs without an image: zero-width spaces and joiners, direction marks, variation selectors, fillers, the blank of Braille. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u2800]/gu;
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u;
const BEYOND_ASCII = /[\u0080-\uffff]/;
const DIGIT = /\p{Nd}/u;
const DIGITS = /\p{Nd}/gu;
const BLANKS_AND_DASHES = /[\s\p{Pd}\u2212]/gu;

/**
 * Whether a text has too many combining marks in a row. Check before `normalize`, whose time grows with the square of their number:
 * 240 KB of marks block the process for 15 seconds.
 */
export function hasMarkPile(text: string): boolean {
  return MARK_PILE.test(text);
}

/** Whether a text has only ASCII characters, which most rules of this file leave unchanged. */
export function isAscii(text: string): boolean {
  return !BEYOND_ASCII.test(text);
}

/** Whether a person sees anything of a text: blanks and invisible signs alone are nothing. */
export function isVisible(text: string): boolean {
  return VISIBLE.test(text);
}

/** The text; null when a person would see nothing of it. */
export function visibleOrNull(text: string | null | undefined): string | null {
  return text != null && isVisible(text) ? text : null;
}

/** Copied phones, codes and names often carry direction marks and other signs that no one typed. */
export function withoutInvisibleSigns(text: string): string {
  return isAscii(text) ? text : text.replace(INVISIBLE, '');
}

/** The digits of every script as ASCII digits. */
export function withAsciiDigits(text: string): string {
  return isAscii(text) ? text : text.replace(DIGITS, asciiDigit);
}

/** A code as it is meant: without invisible signs, blanks and dashes, with ASCII digits. */
export function plainCode(text: string): string {
  return withAsciiDigits(withoutInvisibleSigns(text)).replace(BLANKS_AND_DASHES, '');
}

/** Unicode has the ten digits of a script in a row, from zero; a few such rows follow each other. */
function asciiDigit(digit: string): string {
  const point = digit.codePointAt(0) ?? 0;
  let zero = point;
  while (DIGIT.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((point - zero) % 10);
}
