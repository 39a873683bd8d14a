import { Argument, type Command, Option } from 'commander';
import { readPositive } from '../../options.ts';
import type { On } from '../../program.ts';
import { CATEGORIES, STATUSES } from './fields.ts';

export function posts(program: Command, on: On): void {
  const noun = program.command('posts').description('read feature requests and say what becomes of them');
  on(
    noun
      .command('list')
      .description('the feature requests of the project, the newest first')
      .addOption(new Option('--status <status>', 'only these').choices(STATUSES))
      .addOption(new Option('--category <category>', 'only these').choices(CATEGORIES))
      .option('--search <words>', 'only with all of these words')
      .option('--page <n>', 'which page', readPositive, 1)
      .option('--limit <n>', 'how many on a page, at most 100', readPositive, 20)
      .addHelpText(
        'after',
        "\nExamples:\n  diwan posts list --status under_review\n  diwan posts list --category bug --search crash --json | jq '.data[].id'",
      ),
    () => import('./list.ts'),
  );
  on(
    noun
      .command('show <id>')
      .description('one feature request, whole')
      .addHelpText('after', '\nExamples:\n  diwan posts show 7\n  diwan posts show 7 --json | jq .votesCount'),
    () => import('./show.ts'),
  );
  on(
    noun
      .command('status <id>')
      .description('move a feature request to another status; the author and the voters who left an e-mail are told')
      .addArgument(new Argument('<status>', 'where it moves').choices(STATUSES))
      .option('--note <text>', 'what they are told about it')
      .addHelpText(
        'after',
        '\nExamples:\n  diwan posts status 7 planned\n  diwan posts status 7 declined --note "The new checkout makes it unnecessary."',
      ),
    () => import('./status.ts'),
  );
}
