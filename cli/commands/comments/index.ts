import { type Command, Option } from 'commander';
import type { Register } from '../../command.ts';
import { withPages, withQueueFilters } from '../../options.ts';
import { SORTS, STATES } from './fields.ts';

export function comments(program: Command, register: Register): void {
  const noun = program
    .command('comments')
    .description('read and moderate comments')
    .addHelpText('after', '\nExamples:\n  diwan comments list --status pending\n  diwan comments hide 12 --reason "Spam"');
  register(
    withPages(
      withQueueFilters(
        noun
          .command('list')
          .description('list the comments of the project: pending ones oldest first, others newest first')
          .addOption(new Option('--status <state>', 'only comments in this state').choices(STATES))
          .option('--item <type:id>', 'only comments on this thing, such as post:7 or product:42')
          .option('--search <words>', 'only comments that contain all of these words')
          .addOption(new Option('--sort <order>', 'another order').choices(SORTS)),
      ),
    ).addHelpText(
      'after',
      "\nExamples:\n  diwan comments list --status pending\n  diwan comments list --item post:7 --since 2d --all\n  diwan comments list --search casino --json | jq '.data[].id'",
    ),
    () => import('./list.ts'),
  );
  register(
    noun
      .command('show <id>')
      .description('show one comment with all its fields')
      .addHelpText('after', '\nExamples:\n  diwan comments show 12\n  diwan comments show 12 --json | jq -r .contentHash'),
    () => import('./show.ts'),
  );
  register(
    decision(noun, 'hide', 'hide comments, so that only their authors and staff see them', 'diwan comments hide 12 13 --reason "Spam"'),
    () => import('./hide.ts'),
  );
  register(
    decision(noun, 'show-again', 'show hidden or pending comments to everyone', 'diwan comments show-again 12'),
    () => import('./show-again.ts'),
  );
  register(
    decision(noun, 'remove', 'remove comments for good, which `show-again` can undo', 'diwan comments remove 12'),
    () => import('./remove.ts'),
  );
}

function decision(noun: Command, verb: string, description: string, example: string): Command {
  return noun
    .command(`${verb} <id...>`)
    .description(description)
    .option('--reason <text>', 'the reason for the audit log')
    .addHelpText('after', `\nExamples:\n  ${example}\n  diwan comments list --json | jq '.data[].id' | xargs diwan comments ${verb}`);
}
