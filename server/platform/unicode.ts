/** More combining marks in a row than any script writes; 30 is what Unicode's Stream-Safe Text Format (UAX #15) allows. */
const MARK_PILE = /\p{M}{31}/u;

/**
 * Whether a text piles combining marks up. Ask it before `normalize`, which puts a pile in order in a time that grows with its
 * square: 240 KB of marks block the process for a quarter of a minute.
 */
export function hasMarkPile(text: string): boolean {
  return MARK_PILE.test(text);
}
