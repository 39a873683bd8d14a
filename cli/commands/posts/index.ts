import { Argument, type Command, Option } from 'commander';
import type { Register } from '../../command.ts';
import { withPages, withQueueFilters } from '../../options.ts';
import { CATEGORIES, MODERATION, SORTS, STATUSES } from './fields.ts';

export function posts(program: Command, register: Register): void {
  const noun = program
    .command('posts')
    .description('read feature requests and set their status')
    .addHelpText('after', '\nExamples:\n  diwan posts list --status under_review\n  diwan posts status 7 planned');
  register(
    withPages(
      withQueueFilters(
        noun
          .command('list')
          .description('list the feature requests of the project, newest first')
          .addOption(new Option('--status <status>', 'only posts with this status').choices(STATUSES))
          .addOption(new Option('--category <category>', 'only posts of this category').choices(CATEGORIES))
          .option('--search <words>', 'only posts that contain all of these words')
          .addOption(new Option('--moderation <state>', 'only posts in this moderation state').choices(MODERATION))
          .addOption(new Option('--sort <order>', 'another order').choices(SORTS)),
      ),
    ).addHelpText(
      'after',
      "\nExamples:\n  diwan posts list --status under_review\n  diwan posts list --moderation pending --since 2d --all\n  diwan posts list --category bug --search crash --json | jq '.data[].id'",
    ),
    () => import('./list.ts'),
  );
  register(
    noun
      .command('show <id>')
      .description('show one feature request with all its fields')
      .addHelpText('after', '\nExamples:\n  diwan posts show 7\n  diwan posts show 7 --json | jq .votesCount'),
    () => import('./show.ts'),
  );
  register(
    noun
      .command('similar <title>')
      .description('list the feature requests with the most and the rarest words of a title')
      .addHelpText('after', "\nExamples:\n  diwan posts similar 'Dark mode'\n  diwan posts similar 'Dark mode' --json | jq '.[0].id'"),
    () => import('./similar.ts'),
  );
  register(
    noun
      .command('status <id>')
      .description('set the status of a feature request and mail its author and voters')
      .addArgument(new Argument('<status>', 'the new status').choices(STATUSES))
      .option('--note <text>', 'the text for the mail')
      .addHelpText(
        'after',
        '\nExamples:\n  diwan posts status 7 planned\n  diwan posts status 7 declined --note "The new checkout makes it unnecessary."',
      ),
    () => import('./status.ts'),
  );
  register(
    noun
      .command('delete <id>')
      .description('delete a feature request and its comments')
      .option('-y, --yes', 'delete without a question')
      .addHelpText('after', '\nExamples:\n  diwan posts delete 12\n  diwan posts delete 12 --yes'),
    () => import('./delete.ts'),
  );
}
