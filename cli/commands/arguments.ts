import { usageError } from '../errors.ts';

/** An id as the server takes it. @throws CliError for anything else */
export function readId(word: string | undefined): number {
  if (word === undefined || !/^[1-9]\d{0,14}$/.test(word)) throw usageError(`"${word ?? ''}" is no id: it must be a whole number from 1.`);
  return Number(word);
}

/** A slug as the server takes it. @throws CliError for anything else, which would make another path */
export function readSlug(word: string | undefined): string {
  const fault = checkSlug(word ?? '');
  if (fault !== true) throw usageError(`"${word ?? ''}" is no slug: ${fault}.`, 'see `diwan apps list`');
  return word ?? '';
}

/** The rule of the API for slugs, for a question. */
export function checkSlug(word: string): true | string {
  if (/^(?=.{2,64}$)[a-z0-9]+(?:[-_][a-z0-9]+)*$/.test(word)) return true;
  return 'it must be 2 to 64 lower-case letters, digits and single - or _ between them';
}

/** The rule of the API for names, by the most characters that it takes. */
export function nameUpTo(most: number): (text: string) => true | string {
  return (text) => {
    const { length } = [...text.trim()];
    return (length >= 1 && length <= most) || `It must have 1 to ${most} characters.`;
  };
}

/** Ids in the order given, each once. */
export function readIds(words: readonly string[]): number[] {
  return [...new Set(words.map(readId))];
}

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Without what was not given: an absent parameter is another thing than an empty one. */
export function given<T extends Record<string, unknown>>(values: T): Given<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Given<T>;
}
