import type { Command } from 'commander';
import type { Register } from '../../command.ts';
import { readPositive } from '../../options.ts';

export function stats(program: Command, register: Register): void {
  const numbers = program
    .command('stats')
    .description('show the statistics of the project: reviews, posts, roadmap and more')
    .addHelpText('after', '\nExamples:\n  diwan stats\n  diwan stats --json | jq .reviews.pending\n  diwan stats daily --days 90');
  register(numbers, () => import('./show.ts'));
  register(
    numbers
      .command('daily')
      .description('show what each of the last days brought: reviews, posts, votes, comments, users and sign-ins')
      .option('--days <n>', 'number of days, at most 90 (default: 30)', readPositive)
      .addHelpText('after', '\nExamples:\n  diwan stats daily\n  diwan stats daily --days 7 | cut -f1,6'),
    () => import('./daily.ts'),
  );
}
