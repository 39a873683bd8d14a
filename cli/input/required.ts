import type { CommandContext } from '../command.ts';
import { missingFlag } from '../errors/errors.ts';
import type { AnswerCheck } from '../prompter.ts';

export interface Question {
  /** The flag that answers the question, such as `--name`. */
  readonly flag: string;
  readonly message: string;
  readonly initial?: string;
  readonly check?: AnswerCheck;
}

/** The value of the flag, or the user's answer. @throws CliError exit 2 naming the flag when questions are impossible */
export async function requireText(context: CommandContext, given: string | undefined, { flag, ...question }: Question): Promise<string> {
  if (given !== undefined) return given;
  const prompter = await context.prompter();
  if (prompter === null) throw missingFlag(flag);
  return prompter.text(question);
}

/** A secret, which is never the value of a flag: the piped one, or the user's answer. @throws CliError exit 2 */
export async function requireSecret(
  context: CommandContext,
  { flag, message, piped }: { flag: string; message: string; piped: string | null },
): Promise<string> {
  if (piped !== null) return piped;
  const prompter = await context.prompter();
  if (prompter === null) throw missingFlag(flag);
  return prompter.secret({ message });
}

/** One of a fixed set: the value of the flag, or the user's choice. @throws CliError exit 2 */
export async function requireChoice<T extends string>(
  context: CommandContext,
  given: T | undefined,
  { flag, message, choices }: { flag: string; message: string; choices: readonly T[] },
): Promise<T> {
  if (given !== undefined) return given;
  const prompter = await context.prompter();
  if (prompter === null) throw missingFlag(flag);
  return prompter.choose({ message, choices: choices.map((value) => ({ name: value, value })) });
}
