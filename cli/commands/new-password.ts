import { missingFlag, usageError } from '../errors.ts';
import { isTerminal } from '../io.ts';
import type { Kit } from '../kit.ts';
import { readContent } from './content.ts';

/**
 * A new password, which is never a flag: what is piped in, or what is typed twice.
 * @throws CliError exit 2 when nothing is piped in, or nobody can be asked
 */
export async function newPassword(kit: Kit, { piped }: { piped: boolean }): Promise<string> {
  if (piped) return pipedPassword(kit);
  const prompter = await kit.prompter();
  if (prompter === null) throw missingFlag('--password-stdin');
  for (;;) {
    const password = await prompter.secret({ message: 'New password:', check: checkPassword });
    if ((await prompter.secret({ message: 'Once more:' })) === password) return password;
    kit.print.note('The two are not the same. Again:');
  }
}

async function pipedPassword(kit: Kit): Promise<string> {
  const hint = 'leave --password-stdin out to be asked, or pipe the password in';
  // what is typed here would be seen
  if (isTerminal(kit.io.stdin)) throw usageError('--password-stdin reads what is piped in, and this is a terminal.', hint);
  const password = await readContent(kit, '-');
  if (password === '') throw usageError('Nothing is piped in for --password-stdin.', hint);
  return password;
}

/** The rule of the API for lengths; it also refuses common passwords and the name of the account. */
function checkPassword(password: string): true | string {
  const { length } = [...password.normalize('NFC')];
  return (length >= 8 && length <= 128) || 'It must have 8 to 128 characters.';
}
