import { type Command, Option } from 'commander';
import { listOf, readPositive } from '../../options.ts';
import type { On } from '../../program.ts';
import { CONTENT_WRITERS, LOGIN_METHODS, ONE_PER_AUTHOR, RESETS } from './fields.ts';

export function projects(program: Command, on: On): void {
  const noun = program.command('projects').description('make projects and change their settings');
  on(
    noun
      .command('list')
      .description('all projects, by id')
      .addHelpText('after', "\nExamples:\n  diwan projects list\n  diwan projects list --json | jq -r '.[].name'"),
    () => import('./list.ts'),
  );
  on(
    noun
      .command('show <id>')
      .description('one project, with its settings')
      .addHelpText('after', '\nExamples:\n  diwan projects show 11\n  diwan projects show 11 --json | jq .settings.otp'),
    () => import('./show.ts'),
  );
  on(
    noun
      .command('create')
      .description('make a project; its name is asked for when not given')
      .option('--name <name>', 'how people know it')
      .option('--id <id>', 'its id, else the next one', readPositive)
      .addHelpText('after', '\nExamples:\n  diwan projects create --name "Second market"\n  diwan projects create --name Trial --id 900'),
    () => import('./create.ts'),
  );
  set(noun, on);
}

function set(noun: Command, on: On): void {
  on(
    noun
      .command('set <id>')
      .description('change a project; what is not given stays, lists are replaced')
      .option('--name <name>', 'how people know it')
      .addOption(new Option('--active', 'its users are served again').conflicts('inactive'))
      .option('--inactive', 'nobody of it is served any more')
      .option('--confirm <id>', 'confirms --inactive without a question')
      .addOption(new Option('--registration <on|off>', 'whether new users may register').choices(['on', 'off']))
      .option('--login-methods <methods>', `how users sign in, with commas: ${LOGIN_METHODS.join(', ')}`, listOf(LOGIN_METHODS))
      .addOption(new Option('--content-writers <who>', 'who writes roadmap and changelog').choices(CONTENT_WRITERS))
      .option('--one-per-author <types>', 'types of item that an author reviews once each, with commas, or none', listOf(ONE_PER_AUTHOR))
      .option('--languages <codes>', 'languages that users choose from, as en,ar', listOf())
      .option('--otp-length <digits>', 'digits of a one-time code, 4 to 10', readPositive)
      .option('--otp-ttl <seconds>', 'how long a one-time code is good', readPositive)
      .option('--reset <settings>', `back to the value of the server: ${RESETS.join(', ')}`, listOf(RESETS))
      .addHelpText(
        'after',
        '\nExamples:\n  diwan projects set 11 --registration off\n  diwan projects set 12 --otp-length 4 --languages en,ar,fr\n  diwan projects set 12 --inactive --confirm 12',
      ),
    () => import('./set.ts'),
  );
}
