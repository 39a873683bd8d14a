import { stripVTControlCharacters } from 'node:util';
import { eastAsianWidth } from 'get-east-asian-width';

const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;
const INVISIBLE = /^[\p{M}\p{Cc}\p{Cf}]+$/u;
const EMOJI = /^(?:\p{Emoji_Presentation}|\p{Emoji}\ufe0f)/u;

/** The cells of a text on a terminal, counted by grapheme. Escape sequences take none. */
export function displayWidth(text: string): number {
  if (PRINTABLE_ASCII.test(text)) return text.length;
  let cells = 0;
  for (const { segment } of graphemes(stripVTControlCharacters(text))) cells += graphemeWidth(segment);
  return cells;
}

/** The first segmenter takes milliseconds to create, which most commands need not spend. */
function graphemes(text: string): Intl.Segments {
  return new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text);
}

/** A package with a list of all emoji would take longer to load than most commands take to run. */
function graphemeWidth(grapheme: string): number {
  if (INVISIBLE.test(grapheme)) return 0;
  return EMOJI.test(grapheme) ? 2 : eastAsianWidth(grapheme.codePointAt(0) ?? 0);
}

export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)));
}

export function padStart(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - displayWidth(text))) + text;
}

/** Cuts a text between graphemes to at most `width` cells; `…` marks the cut. */
export function truncate(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  let kept = '';
  let used = 0;
  for (const { segment } of graphemes(text)) {
    used += displayWidth(segment);
    if (used > width - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}
