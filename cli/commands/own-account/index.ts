import type { Command } from 'commander';
import type { Register } from '../../command.ts';
import { withLimit } from '../../options.ts';

/** The own account of the operator: e-mail, password, second factor, sessions. */
export function ownAccount(program: Command, register: Register): void {
  account(program, register);
  register(
    program
      .command('password')
      .description('change your password and end your other sessions')
      .option('--password-stdin', 'read the current and the new password from standard input, one per line')
      .addHelpText('after', '\nExamples:\n  diwan password\n  diwan password --password-stdin < passwords.txt'),
    () => import('./password.ts'),
  );
  totp(program, register);
  sessions(program, register);
}

function account(program: Command, register: Register): void {
  const noun = program
    .command('account')
    .description('show and change your own account')
    .addHelpText('after', '\nExamples:\n  diwan account show\n  diwan account set --email sara@example.com');
  register(
    noun
      .command('show')
      .description('show your account')
      .addHelpText('after', '\nExamples:\n  diwan account show\n  diwan account show --json | jq .totp'),
    () => import('./show.ts'),
  );
  register(
    noun
      .command('set')
      .description('change your e-mail')
      .option('--email <address>', 'the new e-mail address')
      .option('--no-email', 'remove the e-mail address')
      .option('--password-stdin', 'read your password from standard input')
      .addHelpText(
        'after',
        '\nExamples:\n  diwan account set --email sara@example.com\n  diwan account set --no-email --password-stdin < password.txt',
      ),
    () => import('./set.ts'),
  );
}

function totp(program: Command, register: Register): void {
  const noun = program
    .command('totp')
    .description('sign in with the code of an authenticator app beside the password')
    .addHelpText('after', '\nExamples:\n  diwan totp enable\n  diwan totp disable');
  register(
    noun
      .command('enable')
      .description('set up an authenticator app; shows its secret and ten recovery codes, once')
      .addHelpText('after', '\nExamples:\n  diwan totp enable\n  diwan totp enable > recovery-codes.txt'),
    () => import('./enable-totp.ts'),
  );
  register(
    noun
      .command('disable')
      .description('remove the authenticator app')
      .option('--password-stdin', 'read the password and the code from standard input, one per line')
      .addHelpText('after', '\nExamples:\n  diwan totp disable\n  diwan totp disable --password-stdin < secrets.txt'),
    () => import('./disable-totp.ts'),
  );
}

function sessions(program: Command, register: Register): void {
  const noun = program
    .command('sessions')
    .description('see where you are signed in, and sign out there')
    .addHelpText('after', '\nExamples:\n  diwan sessions list\n  diwan sessions end 3f1c2d84-9a57-4f0e-8b66-5d2a7c1e9b30');
  register(
    withLimit(noun.command('list').description('list your open sessions, the last used one first')).addHelpText(
      'after',
      '\nExamples:\n  diwan sessions list\n  diwan sessions list --json | jq -r ".[].id"',
    ),
    () => import('./list-sessions.ts'),
  );
  register(
    noun
      .command('end <id>')
      .description('end a session: its tokens stop working within 2 seconds')
      .addHelpText('after', '\nExamples:\n  diwan sessions end 3f1c2d84-9a57-4f0e-8b66-5d2a7c1e9b30'),
    () => import('./end-session.ts'),
  );
}
