import type { Command } from 'commander';
import type { On } from '../../program.ts';

export function stats(program: Command, on: On): void {
  on(
    program
      .command('stats')
      .description('what the project has gathered: reviews, posts, roadmap and the rest')
      .addHelpText('after', '\nExamples:\n  diwan stats\n  diwan stats --json | jq .reviews.pending'),
    () => import('./show.ts'),
  );
}
