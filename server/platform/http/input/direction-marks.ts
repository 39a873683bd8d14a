const DIRECTION_CHARACTER = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const EMBEDDING_OR_OVERRIDE = /[\u202a-\u202e]/u;
const ISOLATE = /[\u2066-\u2069]/gu;
const POP_ISOLATE = '\u2069';

/** Whether a text contains any character that only steers the direction of the text around it. */
export function hasDirectionMarks(text: string): boolean {
  return withoutDirectionMarks(text) !== text;
}

export function withoutDirectionMarks(text: string): string {
  return text.replace(DIRECTION_CHARACTER, '');
}

/**
 * Whether a text could change how the text after it is shown: an embedding or an override, or an isolate without its end.
 * The marks LRM, RLM and ALM and closed isolates have no effect outside the text, and Arabic texts need them.
 */
export function hasUnsafeDirection(text: string): boolean {
  if (EMBEDDING_OR_OVERRIDE.test(text)) return true;
  let open = 0;
  for (const [character] of text.matchAll(ISOLATE)) {
    open += character === POP_ISOLATE ? -1 : 1;
    if (open < 0) return true;
  }
  return open !== 0;
}
