import { usageError } from '../errors/errors.ts';
import type { AnswerCheck } from '../prompter.ts';

/** An id of the server. @throws CliError exit 2 for anything else */
export function readId(text = ''): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw usageError(`"${text}" is not a valid id: it must be a whole number from 1.`);
  return Number(text);
}

/** Ids in the order given, without repetitions. */
export function readIds(texts: readonly string[]): number[] {
  return [...new Set(texts.map((text) => readId(text)))];
}

/** The slug of an app. @throws CliError exit 2 for anything else, because it would change the path of the request */
export function readSlug(text = ''): string {
  const fault = checkSlug(text);
  if (fault !== true) throw usageError(`"${text}" is not a valid slug: ${fault}.`, 'list the apps: `diwan apps list`');
  return text;
}

/** The API's rule for slugs. */
export function checkSlug(text: string): true | string {
  if (/^(?=.{2,64}$)[a-z0-9]+(?:[-_][a-z0-9]+)*$/.test(text)) return true;
  return 'it must be 2 to 64 lower-case letters, digits and single - or _ between them';
}

/** The API's rule for names of at most `maxLength` characters. */
export function nameRule(maxLength: number): AnswerCheck {
  return (text) => {
    const { length } = [...text.trim()];
    return (length >= 1 && length <= maxLength) || `It must have 1 to ${maxLength} characters.`;
  };
}

/** One of a fixed set of words. @throws CliError exit 2 for anything else */
export function readChoice<T extends string>(label: string, text: string | undefined, choices: readonly T[]): T {
  const choice = choices.find((known) => known === text);
  if (choice === undefined) throw usageError(`"${text ?? ''}" is not a valid ${label}.`, `use one of ${choices.join(', ')}`);
  return choice;
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** A copy without the undefined fields: the server distinguishes an absent field from an empty one. */
export function omitUndefined<T extends object>(values: T): Defined<T> {
  const defined: Defined<T> = {};
  for (const key in values) {
    const value = values[key];
    if (isDefined(value)) defined[key] = value;
  }
  return defined;
}

function isDefined<T>(value: T): value is Exclude<T, undefined> {
  return value !== undefined;
}
