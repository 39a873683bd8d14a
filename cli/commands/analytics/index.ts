import type { Command } from 'commander';
import type { Register } from '../../command.ts';
import { readPositive, readSeconds } from '../../options.ts';

export function analytics(program: Command, register: Register): void {
  register(
    program
      .command('analytics <slug>')
      .description('show the events of an app by type, day, platform and version')
      .option('--days <n>', 'number of days, at most 365 (default: 30)', readPositive)
      .option('--watch', 'refresh the page until q is pressed')
      .option('--interval <seconds>', 'seconds between two refreshes of --watch', readSeconds, 5)
      .addHelpText(
        'after',
        '\nExamples:\n  diwan analytics shop --days 7\n  diwan analytics shop --watch\n  diwan analytics shop | cut -f1 | tail -n +2',
      ),
    () => import('./show.ts'),
  );
}
