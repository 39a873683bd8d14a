/** Unicode's Stream-Safe Text Format (UAX #15) allows 30 combining marks in a row; no script needs more. */
const MARK_PILE = /\p{M}{31}/u;

/**
 * Whether a text has too many combining marks in a row. Check before `normalize`, whose time grows with the square of their number:
 * 240 KB of marks block the process for 15 seconds.
 */
export function hasMarkPile(text: string): boolean {
  return MARK_PILE.test(text);
}
