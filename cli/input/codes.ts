// As the server reads codes: this is a copy of its rule, because the CLI contains no code of the server.

/** Signs that are pasted or typed along with the digits: invisible ones, blanks and dashes. */
const NO_DIGITS = /[\p{Default_Ignorable_Code_Point}\u2800\s\p{Pd}\u2212]/gu;
const DIGIT = /\p{Nd}/u;

/** Whether a text is a code of `min` to `max` digits of any script. */
export function isCode(text: string, min: number, max = min): boolean {
  return new RegExp(`^\\d{${min},${max}}$`).test(plainCode(text));
}

/** The ASCII digits of a code. */
export function plainCode(text: string): string {
  return text.replace(NO_DIGITS, '').replace(/\p{Nd}/gu, asciiDigit);
}

/** Unicode has the ten digits of a script in a row, from zero; a few such rows follow each other. */
function asciiDigit(digit: string): string {
  const point = digit.codePointAt(0) ?? 0;
  let zero = point;
  while (DIGIT.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((point - zero) % 10);
}
