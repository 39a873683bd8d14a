/** Names that machines and tools set: they never stop a start, however near to one of ours they are. */
const FOREIGN_NAMES: ReadonlySet<string> = new Set(['HOME', 'HOSTNAME', 'POST', 'PGHOST', 'PGPORT', 'SERVICE']);
const FOREIGN_PREFIX = /^HIST/;

/** One fault for each unknown name that is nearly a known one (`OTP_LENGHT`): its setting would silently keep the default. */
export function misspeltFaults(names: readonly string[], known: readonly string[]): string[] {
  const unknown = names.filter((name) => !known.includes(name) && /^[\w.-]+$/.test(name));
  return unknown.flatMap((name) => {
    if (FOREIGN_NAMES.has(name) || FOREIGN_PREFIX.test(name)) return [];
    const nearest = known.find((one) => isNear(name, one));
    return nearest === undefined ? [] : [`${name}: unknown, expected ${nearest}`];
  });
}

/** Short names are near to too many others: there only two swapped neighbours count (`PROT` for `PORT`). */
function isNear(name: string, known: string): boolean {
  if (name.length < 6) return name.length === known.length && editDistance(name, known) === 1 && sorted(name) === sorted(known);
  return editDistance(name, known) <= (name.length <= 8 ? 1 : 2);
}

function sorted(text: string): string {
  return [...text].sort().join('');
}

/** The Damerau distance (optimal string alignment): insertions, deletions, replacements and swaps of neighbours. */
function editDistance(left: string, right: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const isSame = left[row - 1] === right[column - 1];
      const isSwap = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      const replaced = at(last, column - 1) + (isSame ? 0 : 1);
      const swapped = isSwap ? at(beforeLast, column - 2) + 1 : replaced;
      current.push(Math.min(replaced, swapped, at(last, column) + 1, at(current, column - 1) + 1));
    }
    beforeLast = last;
    last = current;
  }
  return at(last, right.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
