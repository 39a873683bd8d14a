import { usageError } from '../../errors/errors.ts';

/**
 * A phone number in any spelling; the server applies the exact rules.
 * @throws CliError exit 2 for a text without a digit, such as `..`, which would change the path of the request
 */
export function readPhone(text = ''): string {
  if (!/\p{Nd}/u.test(text)) throw usageError(`"${text}" is not a phone number.`, 'use a form such as +966501234567');
  return text;
}
