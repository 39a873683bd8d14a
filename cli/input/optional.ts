import type { CommandContext } from '../command.ts';
import type { AnswerCheck } from '../prompter.ts';

/** The answer to a question that may stay empty; undefined for an empty answer, and when questions are impossible. */
export async function askOptional(
  context: CommandContext,
  { message, check = () => true }: { message: string; check?: AnswerCheck },
): Promise<string | undefined> {
  const prompter = await context.prompter();
  if (prompter === null) return undefined;
  const answer = await prompter.text({ message: `${message} (optional):`, check: (text) => text.trim() === '' || check(text.trim()) });
  return answer.trim() || undefined;
}
