/** Prefixes that are ours alone; a variable of another name belongs to somebody else and is left in peace. */
const PREFIXES = ['RATE_LIMIT_', 'OTP_', 'LOGIN_LOCKOUT_', 'WHATSAPP_', 'SMS_'];
/** What follows the prefix may differ by this many edits; a short rest by one, or anything would be near. */
const SHORT_REST = 4;

/**
 * One fault for each name that looks like a misspelling of a known one (`OTP_LENGHT`, `OTP_TTL` for `OTP_TTL_SECONDS`):
 * a limit that silently keeps its default is found out too late.
 */
export function misspeltFaults(names: readonly string[], known: readonly string[]): string[] {
  const unknown = names.filter((name) => !known.includes(name) && /^[A-Z0-9_]+$/.test(name));
  return unknown.flatMap((name) => {
    const nearest = nearestName(name, known);
    return nearest === null ? [] : [`${name}: unknown, expected ${nearest}`];
  });
}

function nearestName(name: string, known: readonly string[]): string | null {
  const prefix = PREFIXES.find((one) => name.startsWith(one));
  if (prefix === undefined) return null;
  const rest = name.slice(prefix.length);
  const near = known
    .filter((one) => one.startsWith(prefix))
    .map((one) => ({ name: one, distance: distanceOf(rest, one.slice(prefix.length)) }))
    .sort((a, b) => a.distance - b.distance)[0];
  if (near !== undefined && near.distance <= (rest.length <= SHORT_REST ? 1 : 2)) return near.name;
  return known.find((one) => one.startsWith(`${name}_`) || (one.startsWith(prefix) && name.startsWith(`${one}_`))) ?? null;
}

/** Edits between two words: insert, delete, replace, swap neighbours. */
function distanceOf(left: string, right: string): number {
  let older: number[] = [];
  let previous = Array.from({ length: right.length + 1 }, (_, at) => at);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const same = left[row - 1] === right[column - 1];
      const replaced = cell(previous, column - 1) + (same ? 0 : 1);
      const swapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1] ? cell(older, column - 2) + 1 : replaced;
      current.push(Math.min(replaced, swapped, cell(previous, column) + 1, cell(current, column - 1) + 1));
    }
    older = previous;
    previous = current;
  }
  return cell(previous, right.length);
}

function cell(row: readonly number[], at: number): number {
  return row[at] ?? Number.POSITIVE_INFINITY;
}
