import type { Command } from 'commander';
import type { On } from '../../program.ts';

/** Who one is, and to which server one speaks. */
export function account(program: Command, on: On): void {
  on(
    program
      .command('login')
      .description('sign in with a username, an API key or both; each is tried before it is kept')
      .option('--username <name>', 'the operator to sign in as; the password is asked for')
      .option('--password-stdin', 'read the password from what is piped in')
      .option('--api-key-stdin', 'read the API key from what is piped in (below the password, if both are)')
      .option('--no-api-key', 'neither ask for an API key nor keep one')
      .addHelpText(
        'after',
        `
Secrets are never taken from the command line. What is left empty stays as it was kept.

Examples:
  diwan login --url https://api.example.com
  diwan login --profile staging --url https://staging.example.com --username ana
  pass diwan/key | diwan login --url https://api.example.com --api-key-stdin --no-input`,
      ),
    () => import('./login.ts'),
  );
  on(
    program
      .command('logout')
      .description('forget the sign-in and the API key of a profile')
      .addHelpText('after', '\nExamples:\n  diwan logout\n  diwan logout --profile staging'),
    () => import('./logout.ts'),
  );
  on(
    program
      .command('profiles')
      .description('the servers and accounts that are kept')
      .addHelpText('after', '\nExamples:\n  diwan profiles\n  diwan profiles --json'),
    () => import('./profiles.ts'),
  );
  on(
    program
      .command('use')
      .description('make a profile the one that is used when none is named')
      .argument('<profile>', 'its name')
      .addHelpText('after', '\nExamples:\n  diwan use staging'),
    () => import('./use.ts'),
  );
  on(
    program
      .command('whoami')
      .description('who the sign-in and the API key are, asked of the server')
      .addHelpText('after', '\nExamples:\n  diwan whoami\n  diwan whoami --profile staging --json'),
    () => import('./whoami.ts'),
  );
  on(
    program
      .command('config')
      .description('every setting and where it comes from; secrets by their last letters')
      .addHelpText('after', '\nExamples:\n  diwan config\n  DIWAN_URL=https://staging.example.com diwan config'),
    () => import('./config.ts'),
  );
}
