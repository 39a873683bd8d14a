/** Escapes text that people wrote: a name must not clear the screen or reverse the text around it. */

// Cc: control characters. Zl, Zp: line and paragraph separators. The code points are invisible or change the direction of other text.
// The direction marks U+061C, U+200E and U+200F are not among them: Arabic texts contain them, and they have no effect outside the text.
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\u200b\u202a-\u202e\u2060-\u2069\ufeff]/gu;
const LINE_BREAKS = /\n/g;
const RIGHT_TO_LEFT = /[\u200e\u200f\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;
const FIRST_STRONG_ISOLATE = '\u2068';
const POP_ISOLATE = '\u2069';

/** One line: unsafe characters become visible as `\u{1b}`, line breaks as `⏎`. */
export function oneLine(text: string): string {
  return text.replace(LINE_BREAKS, '⏎').replace(UNSAFE, visible);
}

/** Like `oneLine`, but line breaks and tabs remain. */
export function multiLine(text: string): string {
  return text.replace(UNSAFE, (char) => (char === '\n' || char === '\t' ? char : visible(char)));
}

/** A JSON document of one line or several, in which unsafe characters are escapes of JSON, so that it stays the same document. */
export function escapeJson(text: string): string {
  return text.replace(UNSAFE, (char) => (char === '\n' ? char : `\\u${(char.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`));
}

/** Prevents right-to-left text from reordering its neighbours in a line. */
export function isolateDirection(text: string): string {
  return RIGHT_TO_LEFT.test(text) ? FIRST_STRONG_ISOLATE + text + POP_ISOLATE : text;
}

function visible(char: string): string {
  return `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;
}
