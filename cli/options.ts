import { InvalidArgumentError } from 'commander';

/** A whole number from 1, for an option of commander. */
export function readPositive(text: string): number {
  if (!/^[1-9]\d{0,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1.');
  return Number(text);
}

/** Several values, with commas or by repeating the option: of `choices` when there are some. */
export function listOf(choices?: readonly string[]): (text: string, earlier: readonly string[] | undefined) => string[] {
  return (text, earlier = []) => {
    const values = text.split(',').map((value) => value.trim());
    const wrong = values.find((value) => value === '' || choices?.includes(value) === false);
    if (wrong !== undefined) throw new InvalidArgumentError(choices ? `Allowed are ${choices.join(', ')}.` : 'No value may be empty.');
    return [...new Set([...earlier, ...values])];
  };
}

/** A whole number from 0, likewise. */
export function readWhole(text: string): number {
  if (!/^(?:0|[1-9]\d{0,9})$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 0.');
  return Number(text);
}
