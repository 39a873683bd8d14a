import type { CommandContext } from '../command.ts';
import { missingFlag, usageError } from '../errors/errors.ts';
import { isTerminal } from '../io.ts';
import { readTextArgument } from './read-text.ts';

const HINT = 'leave out --password-stdin to be asked, or pipe the password in';

/**
 * A new password, which is never the value of a flag: piped in, or typed twice.
 * @throws CliError exit 2 when nothing is piped in, or when questions are impossible
 */
export async function newPassword(context: CommandContext, { piped }: { piped: boolean }): Promise<string> {
  if (piped) return pipedPassword(context);
  const prompter = await context.prompter();
  if (prompter === null) throw missingFlag('--password-stdin');
  for (;;) {
    const password = await prompter.secret({ message: 'New password:', check: checkPassword });
    if ((await prompter.secret({ message: 'Repeat the password:' })) === password) return password;
    context.print.note('The passwords differ. Try again.');
  }
}

async function pipedPassword(context: CommandContext): Promise<string> {
  // the terminal would show a password that is typed here
  if (isTerminal(context.io.stdin)) throw usageError('--password-stdin reads a pipe, but standard input is a terminal.', HINT);
  const password = await readTextArgument(context, '-');
  if (password === '') throw usageError('Standard input is empty: --password-stdin needs a password.', HINT);
  return password;
}

/** The API's length rule. The API also refuses passwords that are easy to guess. */
function checkPassword(password: string): true | string {
  const { length } = [...password.normalize('NFC')];
  return (length >= 8 && length <= 128) || 'It must have 8 to 128 characters.';
}
