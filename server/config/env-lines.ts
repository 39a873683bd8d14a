const ASSIGNMENT = /^\s*(?:export\s+)?(?<assignment>[A-Za-z_][\w.-]*\s*=\s*(?<value>.*))$/s;
const BLANK_OR_COMMENT = /^\s*(?:#|$)/;

export interface EnvLines {
  /** The assignments alone: Node's parser takes a blank or indented comment line for the beginning of the next name. */
  readonly text: string;
  /** One for each line that cannot be read. The line itself is never quoted: it may contain a secret. */
  readonly faults: readonly string[];
}

/** Checks the lines of a `.env` text, which Node's parser skips in silence when it cannot read them. */
export function checkEnvLines(text: string, file: string): EnvLines {
  const lines = text.split(/\r?\n/);
  const kept: string[] = [];
  const faults: string[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    if (BLANK_OR_COMMENT.test(line)) continue;
    const { assignment, value = '' } = ASSIGNMENT.exec(line)?.groups ?? {};
    const end = lastLineOfValue(lines, index, value);
    if (assignment === undefined) faults.push(`${file}: line ${index + 1} cannot be read, expected NAME=value, or a comment after #`);
    else if (end === null) faults.push(`${file}: the quote that opens in line ${index + 1} does not end, expected NAME="value"`);
    else {
      kept.push(assignment, ...lines.slice(index + 1, end + 1));
      index = end;
    }
  }
  return { text: kept.join('\n'), faults };
}

/** The index of the line in which the value ends: a quoted one may have several lines. null when its quote never ends. */
function lastLineOfValue(lines: readonly string[], first: number, value: string): number | null {
  const quote = /^["'`]/.exec(value)?.[0];
  if (quote === undefined || value.includes(quote, 1)) return first;
  const offset = lines.slice(first + 1).findIndex((line) => line.includes(quote));
  return offset === -1 ? null : first + 1 + offset;
}
