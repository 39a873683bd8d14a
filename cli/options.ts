import { InvalidArgumentError } from 'commander';

/** Parses a whole number from 1 for commander. */
export function readPositive(text: string): number {
  if (!/^[1-9]\d{0,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1.');
  return Number(text);
}

/** Parses a whole number from 0 for commander. */
export function readWhole(text: string): number {
  if (!/^(?:0|[1-9]\d{0,9})$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 0.');
  return Number(text);
}

/** Parses several values, separated by commas or given by repeating the option. If `choices` is given, each must be one of them. */
export function listOf(choices?: readonly string[]): (text: string, earlier: readonly string[] | undefined) => string[] {
  return (text, earlier = []) => {
    const values = text.split(',').map((value) => value.trim());
    const wrong = values.find((value) => value === '' || choices?.includes(value) === false);
    if (wrong !== undefined)
      throw new InvalidArgumentError(choices ? `Allowed values are ${choices.join(', ')}.` : 'No value may be empty.');
    return [...new Set([...earlier, ...values])];
  };
}
