import { type Command, Option } from 'commander';
import type { Register } from '../../command.ts';
import { listOf, readPositive, withQueueFilters } from '../../options.ts';
import { KINDS, REASONS } from './fields.ts';

const DEFAULT_LIMIT = 20;

export function moderation(program: Command, register: Register): void {
  const noun = program
    .command('moderation')
    .description('read what waits for a moderator')
    .addHelpText('after', '\nExamples:\n  diwan moderation queue\n  diwan triage');
  register(
    withQueueFilters(
      noun
        .command('queue')
        .description('list the reviews, comments and posts that are pending or reported; what waits longest comes first')
        .option('--kind <kinds>', `only these kinds, separated by commas: ${KINDS.join(', ')}`, listOf(KINDS))
        .addOption(new Option('--reason <reason>', 'only reported content, or only pending content without open reports').choices(REASONS))
        .option('--search <words>', 'only content that contains all of these words'),
    )
      .option('-L, --limit <n>', 'number of rows in all; more than 100 are read in several requests', readPositive, DEFAULT_LIMIT)
      .addOption(new Option('--all', 'every row').conflicts('limit'))
      .addHelpText(
        'after',
        "\nExamples:\n  diwan moderation queue\n  diwan moderation queue --kind comment,post --reason reported\n  diwan moderation queue --all --json | jq '.data[].waitingSince'",
      ),
    () => import('./queue.ts'),
  );
}
