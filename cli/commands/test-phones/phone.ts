import { usageError } from '../../errors.ts';

/**
 * A phone in any spelling that the server reads; it knows the rules.
 * @throws CliError exit 2 for what has no digit, such as `..`, which would make another path
 */
export function readPhone(word: string | undefined): string {
  if (word === undefined || !/\p{Nd}/u.test(word)) throw usageError(`"${word ?? ''}" is no phone.`, 'as in +966501234567');
  return word;
}
