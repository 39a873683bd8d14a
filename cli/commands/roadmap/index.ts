import { type Command, Option } from 'commander';
import type { Register } from '../../command.ts';
import { readWhole, withPages } from '../../options.ts';
import { STATUSES } from './fields.ts';

export function roadmap(program: Command, register: Register): void {
  const noun = program
    .command('roadmap')
    .description('manage the roadmap: planned, in progress, completed')
    .addHelpText(
      'after',
      '\nExamples:\n  diwan roadmap list\n  diwan roadmap add --title "Gift cards"\n  diwan roadmap edit 5 --status completed',
    );
  register(
    withPages(
      noun
        .command('list')
        .description('list the roadmap by status and position')
        .addOption(new Option('--status <status>', 'only items with this status').choices(STATUSES))
        .option('--category <category>', 'only items of this category'),
    ).addHelpText('after', "\nExamples:\n  diwan roadmap list --status planned\n  diwan roadmap list --json | jq -r '.data[].title'"),
    () => import('./list.ts'),
  );
  register(
    withFields(noun.command('add').description('add an item; diwan asks for a missing title')).addHelpText(
      'after',
      '\nExamples:\n  diwan roadmap add --title "Gift cards"\n  diwan roadmap add --title "Dark mode" --status in_progress --target-date 2027-03-31 --description @dark-mode.md',
    ),
    () => import('./add.ts'),
  );
  register(
    withFields(
      noun.command('edit <id>').description("change an item; options that are left out change nothing, '' clears a field"),
    ).addHelpText('after', "\nExamples:\n  diwan roadmap edit 5 --status completed\n  diwan roadmap edit 5 --category '' --target-date ''"),
    () => import('./edit.ts'),
  );
  register(
    noun
      .command('remove <id>')
      .description('delete an item and its comments')
      .option('-y, --yes', 'delete without a question')
      .addHelpText('after', '\nExamples:\n  diwan roadmap remove 5\n  diwan roadmap remove 5 --yes'),
    () => import('./remove.ts'),
  );
}

/** The options for the fields of an item. */
function withFields(command: Command): Command {
  return command
    .option('--title <text>', 'the title')
    .option('--description <text>', 'the description: a text, @file, or - for standard input')
    .addOption(new Option('--status <status>', 'the status').choices(STATUSES))
    .option('--category <category>', 'the category, a word of your choice')
    .option('--target-date <day>', 'the planned day, such as 2027-03-31')
    .option('--position <n>', 'the position among the items of its status, from 0', readWhole)
    .option('--post <id>', 'the feature request that it implements');
}
