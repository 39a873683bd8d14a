import { type Command, Option } from 'commander';
import type { On } from '../../program.ts';
import { ROLES } from './fields.ts';

export function operators(program: Command, on: On): void {
  const noun = program.command('operators').description('the staff and admins of a project, who sign in with a username');
  on(
    noun
      .command('list')
      .description('the operators of the project, by id')
      .addHelpText('after', '\nExamples:\n  diwan operators list\n  diwan operators list --project 12 --json'),
    () => import('./list.ts'),
  );
  on(
    noun
      .command('create')
      .description('make an operator; what is not given is asked for')
      .option('--username <name>', 'what they sign in with; unique over all projects')
      .addOption(role())
      .option('--email <address>', 'where they are reached')
      .option('--password-stdin', 'take the password from what is piped in')
      .addHelpText(
        'after',
        '\nExamples:\n  diwan operators create\n  diwan operators create --username mona --role staff --password-stdin < password.txt\n  diwan operators create --project 12 --username omar --role admin',
      ),
    () => import('./create.ts'),
  );
  on(
    noun
      .command('set <id>')
      .description('change role, activity or password of an operator, who must sign in again then')
      .addOption(role())
      .addOption(new Option('--active', 'may sign in again').conflicts('inactive'))
      .option('--inactive', 'is signed out, and may not sign in')
      .option('--password-stdin', 'take the new password from what is piped in')
      .addOption(new Option('--ask-password', 'ask for the new password').conflicts('passwordStdin'))
      .addHelpText(
        'after',
        '\nExamples:\n  diwan operators set 4 --role admin\n  diwan operators set 4 --inactive\n  diwan operators set 4 --ask-password',
      ),
    () => import('./set.ts'),
  );
}

function role(): Option {
  return new Option('--role <role>', 'what they may do').choices(ROLES);
}
