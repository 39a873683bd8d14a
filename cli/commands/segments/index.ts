import { type Command, Option } from 'commander';
import type { Register } from '../../command.ts';
import { withLimit } from '../../options.ts';

export function segments(program: Command, register: Register): void {
  const noun = program
    .command('segments')
    .description('manage the segments of an app: groups of people that flags name')
    .addHelpText(
      'after',
      '\nExamples:\n  diwan segments list shop\n  diwan segments create shop gulf --when "country in SA,AE,KW"\n  diwan segments show shop gulf',
    );
  register(
    withLimit(noun.command('list <slug>').description('list the segments of an app, by key')).addHelpText(
      'after',
      "\nExamples:\n  diwan segments list shop\n  diwan segments list shop --jq '.[].key'",
    ),
    () => import('./list.ts'),
  );
  register(
    noun
      .command('show <slug> <segment>')
      .description('show a segment and the flags that use it')
      .addHelpText('after', '\nExamples:\n  diwan segments show shop gulf\n  diwan segments show shop gulf --json | jq .conditions'),
    () => import('./show.ts'),
  );
  register(
    withFields(noun.command('create <slug> <segment>').description('create a segment')).addHelpText(
      'after',
      '\nExamples:\n  diwan segments create shop gulf --when "country in SA,AE,KW"\n  diwan segments create shop new_phones --when "platform in android" --when "osVersion version_gte 14" --name "New phones"',
    ),
    () => import('./create.ts'),
  );
  register(
    withFields(noun.command('set <slug> <segment>').description('change a segment; options that are left out change nothing'))
      .option('-y, --yes', 'change its conditions without a question')
      .addHelpText(
        'after',
        '\nExamples:\n  diwan segments set shop gulf --when "country in SA,AE,KW,QA"\n  diwan segments set shop gulf --conditions @gulf.json --yes',
      ),
    () => import('./set.ts'),
  );
  register(
    noun
      .command('delete <slug> <segment>')
      .description('delete a segment that no flag and no maintenance uses')
      .option('-y, --yes', 'delete without a question')
      .addHelpText('after', '\nExamples:\n  diwan segments delete shop gulf\n  diwan segments delete shop gulf --yes'),
    () => import('./delete.ts'),
  );
}

function withFields(command: Command): Command {
  return command
    .option(
      '--when <condition>',
      'ATTRIBUTE OPERATOR VALUES, such as "country in SA,AE" or "not appVersion version_gte 2.0.0"; all must be true',
      gather,
    )
    .addOption(new Option('--conditions <json>', 'the same as a JSON array, @file, or - for standard input').conflicts('when'))
    .option('--name <text>', "what the segment is for; '' removes it");
}

/** The values of an option that is repeated; a comma separates the values of one condition. */
function gather(text: string, earlier: readonly string[] = []): string[] {
  return [...earlier, text];
}
