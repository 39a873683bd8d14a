import { usageError } from '../errors.ts';
import type { Kit } from '../kit.ts';
import { readContent } from './content.ts';

/** Texts by flag: each as such, as `@file`, or as `-` for what is piped in; '' stands for none. */
type Texts<K extends string> = Readonly<Partial<Record<K, string>>>;

/**
 * What flags of texts say, with null for '', which clears. @throws CliError exit 2 for a file that is empty, for clearing is said with '',
 * and when two flags want what is piped in
 */
export async function readTexts<K extends string>(kit: Kit, flags: Texts<K>): Promise<{ [F in K]?: string | null }> {
  const entries = Object.entries<string | undefined>(flags).filter((entry): entry is [K, string] => entry[1] !== undefined);
  const piped = entries.filter(([, value]) => value === '-');
  if (piped.length > 1) throw usageError('Only one text can be piped in.', 'give the other as @file');
  const texts: { [F in K]?: string | null } = {};
  for (const [flag, value] of entries) texts[flag] = value === '' ? null : await readFull(kit, value);
  return texts;
}

async function readFull(kit: Kit, value: string): Promise<string> {
  const text = await readContent(kit, value);
  if (text.trim() === '') throw usageError(`${value === '-' ? 'What was piped in' : value} is empty.`, "'' clears a text");
  return text;
}

/** '' clears what is of one line, too. */
export function blankAsNull(value: string | undefined): string | null | undefined {
  return value === '' ? null : value;
}
