import type { CommandContext } from '../../command.ts';
import { CliError } from '../../errors/errors.ts';
import type { Api } from '../../http/client.ts';
import { readClaims, type Tokens } from '../../http/tokens.ts';
import { checkToken, type TokenInfo } from './identity.ts';

/**
 * Signs in with the piped code, or asks for one when the server wants it.
 * @throws CliError `totp_required` when questions are impossible
 */
export async function withSecondFactor<T>(
  context: CommandContext,
  piped: string | null,
  attempt: (code: { otp?: string }) => Promise<T>,
): Promise<T> {
  if (piped !== null) return attempt({ otp: piped });
  try {
    return await attempt({});
  } catch (error) {
    const prompter = isRefusal(error, 'totp_required') ? await context.prompter() : null;
    if (prompter === null) throw error;
    return attempt({ otp: await prompter.secret({ message: 'Code of your authenticator app, or a recovery code:' }) });
  }
}

/** As `checkToken`, also for an operator who must set up a second factor first, and who needs this sign-in to do so. */
export async function checkNewToken({ print }: CommandContext, api: Api, tokens: Tokens): Promise<TokenInfo> {
  try {
    return await checkToken(api, tokens);
  } catch (error) {
    const claims = isRefusal(error, 'totp_setup_required') ? readClaims(tokens.accessToken) : null;
    if (claims === null) throw error;
    print.note('Your project requires a second factor: run `diwan totp enable` next.');
    return { ...claims, isStaff: true, reach: null };
  }
}

function isRefusal(error: unknown, code: string): boolean {
  return error instanceof CliError && error.info.code === code;
}
