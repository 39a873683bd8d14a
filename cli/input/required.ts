import { missingFlag } from '../errors.ts';
import type { Kit } from '../kit.ts';

export interface Question {
  /** As `--name`. */
  readonly flag: string;
  readonly message: string;
  readonly initial?: string;
  /** The rule of the API, so that a wrong answer is asked for again. */
  readonly check?: (answer: string) => true | string;
}

/** What the flag says, else what the user answers. @throws CliError exit 2 naming the flag when nobody can be asked */
export async function required(kit: Kit, given: string | undefined, { flag, ...question }: Question): Promise<string> {
  if (given !== undefined) return given;
  const prompter = await kit.prompter();
  if (prompter === null) throw missingFlag(flag);
  return prompter.text(question);
}

/** A secret, which is never a flag: asked for, or what was piped in. */
export async function requiredSecret(
  kit: Kit,
  { flag, message, piped }: { flag: string; message: string; piped: string | null },
): Promise<string> {
  if (piped !== null) return piped;
  const prompter = await kit.prompter();
  if (prompter === null) throw missingFlag(flag);
  return prompter.secret({ message });
}

/** One of a fixed set, likewise: what the flag says, else what the user chooses. */
export async function requiredChoice<T extends string>(
  kit: Kit,
  given: T | undefined,
  { flag, message, choices }: { flag: string; message: string; choices: readonly T[] },
): Promise<T> {
  if (given !== undefined) return given;
  const prompter = await kit.prompter();
  if (prompter === null) throw missingFlag(flag);
  return prompter.choose({ message, choices: choices.map((value) => ({ name: value, value })) });
}
