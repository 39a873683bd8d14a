import type { Command } from 'commander';
import type { Register } from '../../command.ts';

export function stats(program: Command, register: Register): void {
  register(
    program
      .command('stats')
      .description('show the statistics of the project: reviews, posts, roadmap and more')
      .addHelpText('after', '\nExamples:\n  diwan stats\n  diwan stats --json | jq .reviews.pending'),
    () => import('./show.ts'),
  );
}
