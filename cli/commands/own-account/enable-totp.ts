import { type CommandContext, defineCommand } from '../../command.ts';
import { CliError, usageError } from '../../errors/errors.ts';
import { type Api, unwrap } from '../../http/client.ts';
import { isCode } from '../../input/codes.ts';
import type { Prompter } from '../../prompter.ts';

const MAX_TRIES = 3;

export default defineCommand<Prompter>({
  async parse(_line, context) {
    const prompter = await context.prompter();
    if (prompter === null)
      throw usageError(
        'Setting up a second factor needs a terminal: diwan asks for the code of the app.',
        'run it without --json in a terminal',
      );
    return prompter;
  },
  async run(context, prompter) {
    const api = await context.api();
    const password = await prompter.secret({ message: 'Your password:' });
    const { secret, otpauthUrl } = await unwrap(api.POST('/api/v1/auth/auth/totp', { body: { password } }));
    context.print.note(
      `Add this account to your authenticator app, by its address or by its secret:\n\n  ${otpauthUrl}\n  ${secret.replace(/(.{4})(?=.)/g, '$1 ')}\n`,
    );
    const recoveryCodes = await enable(context, api, prompter);
    context.print.note('The second factor is in force. Save these recovery codes: each replaces one code of the app once.\n');
    context.print.lines(recoveryCodes.join('\n'));
  },
});

/** A wrong code is asked for again. */
async function enable({ print }: CommandContext, api: Api, prompter: Prompter): Promise<string[]> {
  for (let tries = 1; ; tries += 1) {
    const code = await prompter.text({
      message: 'Code that the app shows now:',
      check: (text) => isCode(text, 6) || 'It must have 6 digits.',
    });
    try {
      return (await unwrap(api.PUT('/api/v1/auth/auth/totp', { body: { code } }))).recoveryCodes;
    } catch (error) {
      const isWrong = error instanceof CliError && error.info.code === 'invalid_otp';
      if (!isWrong || tries >= MAX_TRIES) throw error;
      print.note(error.info.message);
    }
  }
}
