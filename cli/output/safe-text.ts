/** What people wrote and the server handed on is shown, never obeyed: a name must not clear the screen or turn the line around. */

// Cc: control characters. Cf: among them those that change the direction or are not seen. Zl, Zp: line and paragraph separators.
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;
const LINE_BREAKS = /\n/g;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;
const FIRST_STRONG_ISOLATE = '\u2068';
const POP_ISOLATE = '\u2069';

/** One line: control, escape and direction characters made visible as `\u{1b}`; line breaks as `⏎`. */
export function oneLine(text: string): string {
  return text.replace(LINE_BREAKS, '⏎').replace(UNSAFE, visible);
}

/** Several lines: as `oneLine`, with line breaks and tabs kept. */
export function manyLines(text: string): string {
  return text.replace(UNSAFE, (char) => (char === '\n' || char === '\t' ? char : visible(char)));
}

/** Keeps right-to-left text from turning what stands beside it in a column. */
export function isolated(text: string): string {
  return RIGHT_TO_LEFT.test(text) ? FIRST_STRONG_ISOLATE + text + POP_ISOLATE : text;
}

function visible(char: string): string {
  return `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;
}
