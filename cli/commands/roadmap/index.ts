import { type Command, Option } from 'commander';
import { readPositive, readWhole } from '../../options.ts';
import type { On } from '../../program.ts';
import { STATUSES } from './fields.ts';

export function roadmap(program: Command, on: On): void {
  const noun = program.command('roadmap').description('say what is planned, under way and done');
  on(
    noun
      .command('list')
      .description('the roadmap: planned, in progress, completed; by position within each')
      .addOption(new Option('--status <status>', 'only these').choices(STATUSES))
      .option('--category <category>', 'only these')
      .option('--page <n>', 'which page', readPositive, 1)
      .option('--limit <n>', 'how many on a page, at most 100', readPositive, 20)
      .addHelpText('after', "\nExamples:\n  diwan roadmap list --status planned\n  diwan roadmap list --json | jq -r '.data[].title'"),
    () => import('./list.ts'),
  );
  on(
    withFields(noun.command('add').description('add an item; the title is asked for when not given')).addHelpText(
      'after',
      '\nExamples:\n  diwan roadmap add --title "Gift cards"\n  diwan roadmap add --title "Dark mode" --status in_progress --target-date 2027-03-31 --description @dark-mode.md',
    ),
    () => import('./add.ts'),
  );
  on(
    withFields(noun.command('edit <id>').description("change an item; what is not given stays, '' clears")).addHelpText(
      'after',
      "\nExamples:\n  diwan roadmap edit 5 --status completed\n  diwan roadmap edit 5 --category '' --target-date ''",
    ),
    () => import('./edit.ts'),
  );
  on(
    noun
      .command('remove <id>')
      .description('delete an item with its comments')
      .option('--yes', 'do not ask')
      .addHelpText('after', '\nExamples:\n  diwan roadmap remove 5\n  diwan roadmap remove 5 --yes'),
    () => import('./remove.ts'),
  );
}

/** What can be said of an item. */
function withFields(command: Command): Command {
  return command
    .option('--title <text>', 'its title')
    .option('--description <text>', 'what it is about: a text, @file, or - for what is piped in')
    .addOption(new Option('--status <status>', 'where it stands').choices(STATUSES))
    .option('--category <category>', 'what kind of thing it is, in your own word')
    .option('--target-date <day>', 'when it is to be there, as 2027-03-31')
    .option('--position <n>', 'its place among those of its status, from 0', readWhole)
    .option('--post <id>', 'the feature request that it answers');
}
