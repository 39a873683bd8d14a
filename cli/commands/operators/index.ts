import { type Command, Option } from 'commander';
import type { Register } from '../../command.ts';
import { withLimit } from '../../options.ts';
import { ROLES } from './fields.ts';

export function operators(program: Command, register: Register): void {
  const noun = program
    .command('operators')
    .description('manage the staff and admins of a project, who sign in with a username')
    .addHelpText('after', '\nExamples:\n  diwan operators list\n  diwan operators create\n  diwan operators set 4 --ask-password');
  register(
    withLimit(noun.command('list').description('list the operators of the project, by id')).addHelpText(
      'after',
      '\nExamples:\n  diwan operators list\n  diwan operators list --project 12 --json',
    ),
    () => import('./list.ts'),
  );
  register(
    noun
      .command('create')
      .description('create an operator; diwan asks for missing values')
      .option('--username <name>', 'the name to sign in with; unique across all projects')
      .addOption(role())
      .option('--email <address>', 'the e-mail address')
      .option('--owner', 'an admin of all projects; only an owner makes one')
      .option('--password-stdin', 'read the password from standard input')
      .addOption(
        new Option('--invite', 'mail a link to set the password, good for 7 days, instead of a password').conflicts('passwordStdin'),
      )
      .addHelpText(
        'after',
        '\nExamples:\n  diwan operators create\n  diwan operators create --username lina --role staff --email lina@example.com --invite\n  diwan operators create --username mona --role staff --password-stdin < password.txt\n  diwan operators create --project 12 --username omar --role admin',
      ),
    () => import('./create.ts'),
  );
  register(
    noun
      .command('set <id>')
      .description('change the role, status or password of an operator and end all sessions; a new password also lifts all locks')
      .addOption(role())
      .addOption(new Option('--active', 'allow the operator to sign in again').conflicts('inactive'))
      .option('--inactive', 'sign the operator out and refuse new logins')
      .addOption(new Option('--owner', 'make the admin an owner of all projects').conflicts('notOwner'))
      .option('--not-owner', 'make the owner an admin of the project alone')
      .option('--password-stdin', 'read the new password from standard input')
      .addOption(new Option('--ask-password', 'ask for the new password').conflicts('passwordStdin'))
      .addHelpText(
        'after',
        '\nExamples:\n  diwan operators set 4 --role admin\n  diwan operators set 4 --inactive\n  diwan operators set 4 --ask-password',
      ),
    () => import('./set.ts'),
  );
  register(
    noun
      .command('unlock <id>')
      .description('lift all locks of an operator after wrong passwords')
      .addHelpText('after', '\nExamples:\n  diwan operators unlock 4\n  diwan operators unlock 4 --project 12'),
    () => import('./unlock.ts'),
  );
  register(
    noun
      .command('totp-reset <id>')
      .description('remove the second factor of an operator who has lost the authenticator app')
      .option('-y, --yes', 'remove it without a question')
      .addHelpText('after', '\nExamples:\n  diwan operators totp-reset 4\n  diwan operators totp-reset 4 --yes'),
    () => import('./totp-reset.ts'),
  );
}

function role(): Option {
  return new Option('--role <role>', 'the role').choices(ROLES);
}
