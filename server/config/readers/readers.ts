/** A parsed value, or what was expected instead. The text itself is never quoted: it may be a secret. */
export type Reading<T> = { readonly value: T } | { readonly refused: readonly string[] };

/** Parses a variable that is set; some are stricter in production. */
export type Reader<T> = (text: string, production: boolean) => Reading<T>;

/** One year, the longest duration of any setting. */
const YEAR_SECONDS = 31_536_000;
const MAX_LIST_LENGTH = 10;

export function accept<T>(value: T): Reading<T> {
  return { value };
}

export function refuse(...expectations: readonly string[]): { readonly refused: readonly string[] } {
  return { refused: expectations };
}

/** Strict decimals: no sign, no leading zero, no exponent, no space. */
export function integer(min: number, max: number): Reader<number> {
  return (text) => {
    const value = decimal(text);
    if (value === null || value < min || value > max) return refuse(`expected a whole number from ${min} to ${max}`);
    return accept(value);
  };
}

/** `off` is null. */
export function integerOrOff(min: number, max: number): Reader<number | null> {
  const read = integer(min, max);
  return (text, production) => (text === 'off' ? accept(null) : read(text, production));
}

/** Seconds or days. 0 is refused in production, where it would switch a protection off. */
export function duration(unit: 'seconds' | 'days', max: number = YEAR_SECONDS): Reader<number> {
  return (text, production) => {
    const min = production ? 1 : 0;
    const value = decimal(text);
    if (value === null || value < min || value > max) return refuse(`expected whole ${unit} from ${min} to ${max}`);
    return accept(value);
  };
}

/** Waits before each send. The last one repeats, so it must not be 0 in production. */
export const cooldowns: Reader<readonly number[]> = (text, production) => {
  const waits = items(text)
    .map(decimal)
    .filter((wait): wait is number => wait !== null && wait <= YEAR_SECONDS);
  const isComplete = waits.length === items(text).length && waits.length <= MAX_LIST_LENGTH;
  if (!isComplete) return refuse(`expected 1 to ${MAX_LIST_LENGTH} waits in whole seconds, separated by commas, such as 0,60,300`);
  if (production && waits.at(-1) === 0) return refuse('expected a last wait above 0 in production: it repeats for every later send');
  return accept(waits);
};

export const flag: Reader<boolean> = (text) => {
  if (text === 'true') return accept(true);
  if (text === 'false') return accept(false);
  return refuse('expected true or false');
};

export const onOrOff: Reader<boolean> = (text) => {
  if (text === 'on') return accept(true);
  if (text === 'off') return accept(false);
  return refuse('expected on or off');
};

export function choice<T extends string>(...allowed: readonly T[]): Reader<T> {
  return (text) => {
    const found = allowed.find((word) => word === text);
    return found === undefined ? refuse(`expected one of ${allowed.join(', ')}`) : accept(found);
  };
}

/** A comma-separated list without repeated entries, in its own order. */
export function choices<T extends string>(...allowed: readonly T[]): Reader<readonly T[]> {
  return (text) => {
    const words = items(text);
    const found = words.flatMap((word) => allowed.find((one) => one === word) ?? []);
    if (found.length !== words.length) return refuse(`expected a list, separated by commas, of ${allowed.join(', ')}`);
    if (new Set(found).size !== found.length) return refuse('expected each entry once');
    return accept(found);
  };
}

/** A text that matches the expression; `expectation` describes it in words. */
export function pattern(expression: RegExp, expectation: string): Reader<string> {
  return (text) => (expression.test(text) ? accept(text) : refuse(`expected ${expectation}`));
}

/** The path of a file or directory, absolute or relative to the working directory. */
export const filePath: Reader<string> = pattern(/^(?=.*\S)[^\p{Cc}]+$/u, 'a path');

/** The trimmed entries of a comma-separated list. Empty entries are kept for the reader to refuse. */
export function items(text: string): string[] {
  return text.split(',').map((item) => item.trim());
}

/** The value of a strict decimal, or null. */
export function decimal(text: string): number | null {
  return /^(?:0|[1-9]\d{0,14})$/.test(text) ? Number(text) : null;
}
