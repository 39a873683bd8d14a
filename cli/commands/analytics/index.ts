import type { Command } from 'commander';
import { readPositive } from '../../options.ts';
import type { On } from '../../program.ts';

export function analytics(program: Command, on: On): void {
  on(
    program
      .command('analytics <slug>')
      .description('what the clients of an app report: events by type, day, platform and version')
      .option('--days <n>', 'how far back, at most 365 (30 when not given)', readPositive)
      .option('--watch', 'keep it on the screen and draw it anew; q ends it')
      .option('--interval <seconds>', 'how often --watch looks again', readPositive, 5)
      .addHelpText(
        'after',
        '\nExamples:\n  diwan analytics shop --days 7\n  diwan analytics shop --watch\n  diwan analytics shop | cut -f1 | tail -n +2',
      ),
    () => import('./show.ts'),
  );
}
