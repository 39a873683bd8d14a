/** What a reader makes of a text: a value, or what was expected instead (never the text itself: it may be a secret). */
export type Reading<T> = { readonly value: T } | { readonly refused: readonly string[] };

/** Reads one variable that is present; `production` makes some of them stricter. */
export type Reader<T> = (text: string, production: boolean) => Reading<T>;

/** One year in seconds, the most that any duration may be. */
const YEAR_SECONDS = 31_536_000;
const MAX_LIST_LENGTH = 10;

export function accept<T>(value: T): Reading<T> {
  return { value };
}

export function refuse(...expectations: readonly string[]): { readonly refused: readonly string[] } {
  return { refused: expectations };
}

/** Strict decimals: no sign, no leading zero, no exponent, no space. */
export function integer(least: number, most: number): Reader<number> {
  return (text) => {
    const value = decimal(text);
    if (value === null || value < least || value > most) return refuse(`expected a whole number from ${least} to ${most}`);
    return accept(value);
  };
}

/** Seconds or days. Outside production there is no minimum; in production 0 would switch a protection off. */
export function duration(unit: 'seconds' | 'days', most: number = YEAR_SECONDS): Reader<number> {
  return (text, production) => {
    const least = production ? 1 : 0;
    const value = decimal(text);
    if (value === null || value < least || value > most) return refuse(`expected whole ${unit} from ${least} to ${most}`);
    return accept(value);
  };
}

/** Waits between sends, the last of which repeats; the first may be 0 always, the last one not in production. */
export const cooldowns: Reader<readonly number[]> = (text, production) => {
  const waits = items(text)
    .map(decimal)
    .filter((wait): wait is number => wait !== null && wait <= YEAR_SECONDS);
  const whole = waits.length === items(text).length && waits.length <= MAX_LIST_LENGTH;
  if (!whole) return refuse(`expected 1 to ${MAX_LIST_LENGTH} waits in whole seconds, separated by commas, such as 0,60,300`);
  if (production && waits.at(-1) === 0) return refuse('expected a last wait above 0 in production: it repeats for every later send');
  return accept(waits);
};

export const flag: Reader<boolean> = (text) => {
  if (text === 'true') return accept(true);
  if (text === 'false') return accept(false);
  return refuse('expected true or false');
};

export function choice<T extends string>(...allowed: readonly T[]): Reader<T> {
  return (text) => {
    const found = allowed.find((word) => word === text);
    return found === undefined ? refuse(`expected one of ${allowed.join(', ')}`) : accept(found);
  };
}

/** A comma-separated list without repeats; its order is kept. */
export function choices<T extends string>(...allowed: readonly T[]): Reader<readonly T[]> {
  return (text) => {
    const words = items(text);
    const found = words.flatMap((word) => allowed.find((one) => one === word) ?? []);
    if (found.length !== words.length) return refuse(`expected a list, separated by commas, of ${allowed.join(', ')}`);
    if (new Set(found).size !== found.length) return refuse('expected each entry once');
    return accept(found);
  };
}

/** A text that matches `pattern`; `expectation` says so in words. */
export function pattern(expression: RegExp, expectation: string): Reader<string> {
  return (text) => (expression.test(text) ? accept(text) : refuse(`expected ${expectation}`));
}

/** A path of a file or directory, relative to the working directory or absolute. */
export const filePath: Reader<string> = pattern(/^(?=.*\S)[^\p{Cc}]+$/u, 'a path');

/** The trimmed entries of a comma-separated list; empty ones stay, so that the reader refuses them. */
export function items(text: string): string[] {
  return text.split(',').map((item) => item.trim());
}

/** The number of a strict decimal; null for anything else. */
export function decimal(text: string): number | null {
  return /^(?:0|[1-9]\d{0,14})$/.test(text) ? Number(text) : null;
}
