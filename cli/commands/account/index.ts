import type { Command } from 'commander';
import type { Register } from '../../command.ts';

/** Sign-in, profiles and settings. */
export function account(program: Command, register: Register): void {
  register(
    program
      .command('login')
      .description('sign in with a username, or on a machine with an API key; the server verifies each before it is saved')
      .option('--username <name>', 'the operator to sign in as; diwan asks for the password')
      .option('--password-stdin', 'read the password from standard input')
      .option('--otp-stdin', 'read the code of the authenticator app from standard input (the line after the password)')
      .option('--api-key-stdin', 'read the API key from standard input (the last line, if several are given)')
      .option('--no-api-key', 'forget the saved API key')
      .addHelpText(
        'after',
        `
Secrets are never command-line arguments. An empty answer keeps the saved value.

Examples:
  diwan login --url https://api.example.com
  diwan login --profile staging --url https://staging.example.com --username ana
  pass diwan/key | diwan login --url https://api.example.com --api-key-stdin --no-input`,
      ),
    () => import('./login.ts'),
  );
  register(
    program
      .command('logout')
      .description('sign out, and delete the profile with its sign-in and API key')
      .addHelpText('after', '\nExamples:\n  diwan logout\n  diwan logout --profile staging'),
    () => import('./logout.ts'),
  );
  register(
    program
      .command('profiles')
      .description('list the saved servers and accounts')
      .addHelpText('after', '\nExamples:\n  diwan profiles\n  diwan profiles --json'),
    () => import('./profiles.ts'),
  );
  register(
    program
      .command('use')
      .description('select the profile that is used when none is named')
      .argument('<profile>', 'the name of the profile')
      .addHelpText('after', '\nExamples:\n  diwan use staging'),
    () => import('./use.ts'),
  );
  register(
    program
      .command('whoami')
      .description('ask the server about the current sign-in and API key')
      .addHelpText('after', '\nExamples:\n  diwan whoami\n  diwan whoami --profile staging --json'),
    () => import('./whoami.ts'),
  );
  register(
    program
      .command('config')
      .description('show every setting and its source; secrets by their last characters')
      .addHelpText('after', '\nExamples:\n  diwan config\n  DIWAN_URL=https://staging.example.com diwan config'),
    () => import('./config.ts'),
  );
}
