import type { Outcome } from './in-process.ts';

/** @throws an error with the output when the exit code is not 0 */
export function successOf(outcome: Outcome): Outcome {
  if (outcome.code !== 0) throw new Error(`exit ${outcome.code}: ${outcome.stdout}${outcome.stderr}`);
  return outcome;
}

/** The rows of a piped list, by the titles of the columns. */
export function tsv(stdout: string): Record<string, string>[] {
  const [titles = [], ...lines] = stdout
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => line.split('\t'));
  return lines.map((cells) => Object.fromEntries(titles.map((title, index) => [title, cells[index] ?? ''])));
}

/** The labelled lines of a piped record. */
export function fieldsOf(stdout: string): Record<string, string> {
  const lines = stdout
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => line.split('\t'));
  return Object.fromEntries(lines.map(([label = '', value = '']) => [label, value]));
}
