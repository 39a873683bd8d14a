import { type Command, Option } from 'commander';
import { readPositive } from '../../options.ts';
import type { On } from '../../program.ts';
import { TYPES } from './fields.ts';

export function changelog(program: Command, on: On): void {
  const noun = program.command('changelog').description('tell what has changed, in English and Arabic');
  on(
    noun
      .command('list')
      .description('the entries, the newest first; those of the future too')
      .addOption(new Option('--type <type>', 'only these').choices(TYPES))
      .option('--page <n>', 'which page', readPositive, 1)
      .option('--limit <n>', 'how many on a page, at most 100', readPositive, 20)
      .addHelpText('after', "\nExamples:\n  diwan changelog list --type security\n  diwan changelog list --json | jq '.data[0]'"),
    () => import('./list.ts'),
  );
  on(
    withFields(noun.command('add').description('add an entry; title and content are asked for when not given')).addHelpText(
      'after',
      '\nExamples:\n  diwan changelog add --title "Gift cards" --content @notes.md --version 2.1.0 --post 7 --post 9\n  git log -1 --format=%b | diwan changelog add --title "A fix" --type fixed --content -',
    ),
    () => import('./add.ts'),
  );
  on(
    withFields(noun.command('edit <id>').description("change an entry; what is not given stays, '' clears")).addHelpText(
      'after',
      "\nExamples:\n  diwan changelog edit 3 --title-ar \"بطاقات الهدايا\" --content-ar @notes.ar.md\n  diwan changelog edit 3 --version '' --post ''",
    ),
    () => import('./edit.ts'),
  );
  on(
    noun
      .command('remove <id>')
      .description('delete an entry with its comments')
      .option('--yes', 'do not ask')
      .addHelpText('after', '\nExamples:\n  diwan changelog remove 3\n  diwan changelog remove 3 --yes'),
    () => import('./remove.ts'),
  );
}

/** What can be said of an entry. */
function withFields(command: Command): Command {
  return command
    .option('--title <text>', 'its title')
    .option('--content <text>', 'Markdown: a text, @file, or - for what is piped in')
    .option('--title-ar <text>', 'its title in Arabic')
    .option('--content-ar <text>', 'its content in Arabic, given likewise')
    .option('--version <version>', 'the release that brings it')
    .addOption(new Option('--type <type>', 'what kind of change it is').choices(TYPES))
    .option('--published-at <time>', 'when others see it, as 2027-01-31T20:00:00Z; now when it is added without')
    .option('--post <id>', 'a feature request that it answers; may be given again, and takes the place of those before', collect);
}

function collect(id: string, before: readonly string[] = []): readonly string[] {
  return [...before, id];
}
