import type { CommandContext } from '../command.ts';
import { usageError } from '../errors/errors.ts';
import { readTextArgument } from './read-text.ts';

/** Long texts by option: each given directly, as `@file`, or as `-` for standard input. */
type TextOptions<K extends string> = Readonly<Partial<Record<K, string>>>;

/**
 * Reads long texts; '' becomes null, which clears the field.
 * @throws CliError exit 2 for an empty file (clearing needs an explicit ''), and when two options read standard input
 */
export async function readTextOptions<K extends string>(
  context: CommandContext,
  given: TextOptions<K>,
): Promise<{ [F in K]?: string | null }> {
  const entries = Object.entries<string | undefined>(given).filter((entry): entry is [K, string] => entry[1] !== undefined);
  const piped = entries.filter(([, value]) => value === '-');
  if (piped.length > 1) throw usageError('Only one text can come from standard input.', 'give the other as @file');
  const texts: { [F in K]?: string | null } = {};
  for (const [name, value] of entries) texts[name] = value === '' ? null : await readNonEmpty(context, value);
  return texts;
}

async function readNonEmpty(context: CommandContext, value: string): Promise<string> {
  const text = await readTextArgument(context, value);
  if (text.trim() === '') throw usageError(`${value === '-' ? 'Standard input' : value} is empty.`, "use '' to clear a text");
  return text;
}

/** For one-line options: '' clears the field. */
export function emptyToNull(value: string | undefined): string | null | undefined {
  return value === '' ? null : value;
}
