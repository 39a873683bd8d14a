import { usageError } from '../errors/errors.ts';
import { type Io, readAll } from '../io.ts';

/** One line of standard input for each flag, in this order. @throws CliError exit 2 when there are fewer lines */
export async function pipedSecrets(io: Io, flags: readonly string[]): Promise<string[]> {
  if (flags.length === 0) return [];
  const lines = (await readAll(io)).split(/\r?\n/);
  return flags.map((flag) => lines.shift() || throwEmptyInput(flag));
}

function throwEmptyInput(flag: string): never {
  throw usageError(`Standard input is empty: ${flag} needs a line.`, 'pipe one secret per line, the password first');
}
