import { CliError, EXIT } from '../errors.ts';
import { hintFor } from '../hints.ts';

/** What a list of the server does not have, told as the server tells it: exit 5. `code` is the server's own. */
export function missing(code: string, message: string): CliError {
  return new CliError({ exit: EXIT.notFound, code, message, hint: hintFor(code) });
}
