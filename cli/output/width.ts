import { stripVTControlCharacters } from 'node:util';
import { eastAsianWidth } from 'get-east-asian-width';

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const PLAIN = /^[\x20-\x7e]*$/;
const UNSEEN = /^[\p{M}\p{Cc}\p{Cf}]+$/u;
const EMOJI = /^(?:\p{Emoji_Presentation}|\p{Emoji}\ufe0f)/u;

/** Cells that a text takes on a terminal, by grapheme; escape sequences take none. */
export function widthOf(text: string): number {
  // a package that knows every emoji by name takes longer to load than most commands take to run
  if (PLAIN.test(text)) return text.length;
  let cells = 0;
  for (const { segment } of segmenter.segment(stripVTControlCharacters(text))) cells += widthOfGrapheme(segment);
  return cells;
}

function widthOfGrapheme(grapheme: string): number {
  if (UNSEEN.test(grapheme)) return 0;
  return EMOJI.test(grapheme) ? 2 : eastAsianWidth(grapheme.codePointAt(0) ?? 0);
}

export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}

export function padStart(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - widthOf(text))) + text;
}

/** Cut to at most `width` cells, between graphemes; `…` says that something is missing. */
export function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let kept = '';
  let used = 0;
  for (const { segment } of segmenter.segment(text)) {
    used += widthOf(segment);
    if (used > width - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}
