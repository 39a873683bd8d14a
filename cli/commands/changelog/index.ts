import { type Command, Option } from 'commander';
import type { Register } from '../../command.ts';
import { withPages } from '../../options.ts';
import { TYPES } from './fields.ts';

export function changelog(program: Command, register: Register): void {
  const noun = program
    .command('changelog')
    .description('manage the changelog, in English and Arabic')
    .addHelpText('after', '\nExamples:\n  diwan changelog list\n  diwan changelog add --title "Gift cards" --content @notes.md');
  register(
    withPages(
      noun
        .command('list')
        .description('list the entries, newest first, including those that are not yet public')
        .addOption(new Option('--type <type>', 'only entries of this type').choices(TYPES)),
    ).addHelpText('after', "\nExamples:\n  diwan changelog list --type security\n  diwan changelog list --json | jq '.data[0]'"),
    () => import('./list.ts'),
  );
  register(
    withFields(noun.command('add').description('add an entry; diwan asks for a missing title or content'))
      .option('--announce', 'show it in the inbox of everybody who is registered when it is published; for admins')
      .addHelpText(
        'after',
        '\nExamples:\n  diwan changelog add --title "Gift cards" --content @notes.md --version 2.1.0 --post 7 --post 9\n  git log -1 --format=%b | diwan changelog add --title "A fix" --type fixed --content -\n  diwan changelog add --title "Gift cards" --content @notes.md --post 7 --announce --dry-run',
      ),
    () => import('./add.ts'),
  );
  register(
    withFields(
      noun.command('edit <id>').description("change an entry; options that are left out change nothing, '' clears a field"),
    ).addHelpText(
      'after',
      "\nExamples:\n  diwan changelog edit 3 --title-ar \"بطاقات الهدايا\" --content-ar @notes.ar.md\n  diwan changelog edit 3 --version '' --post ''",
    ),
    () => import('./edit.ts'),
  );
  register(
    noun
      .command('remove <id>')
      .description('delete an entry and its comments')
      .option('-y, --yes', 'delete without a question')
      .addHelpText('after', '\nExamples:\n  diwan changelog remove 3\n  diwan changelog remove 3 --yes'),
    () => import('./remove.ts'),
  );
}

/** The options for the fields of an entry. */
function withFields(command: Command): Command {
  return command
    .option('--title <text>', 'the title')
    .option('--content <text>', 'Markdown: a text, @file, or - for standard input')
    .option('--title-ar <text>', 'the title in Arabic')
    .option('--content-ar <text>', 'the content in Arabic: a text, @file, or -')
    .option('--version <version>', 'the release that contains the change')
    .addOption(new Option('--type <type>', 'the type of the change').choices(TYPES))
    .option(
      '--published-at <time>',
      'when the entry becomes public, such as 2027-01-31T20:00:00Z; without it, a new entry is public at once',
    )
    .option('--post <id>', 'a feature request that the change completes; repeatable, replaces the earlier list', collect);
}

function collect(id: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, id];
}
