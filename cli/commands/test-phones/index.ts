import type { Command } from 'commander';
import type { On } from '../../program.ts';

export function testPhones(program: Command, on: On): void {
  const noun = program.command('test-phones').description('phones of a project whose code is always the same, for tests and store reviews');
  on(
    noun
      .command('list')
      .description('the test phones of the project, the oldest first')
      .addHelpText('after', '\nExamples:\n  diwan test-phones list\n  diwan test-phones list --project 12 --json'),
    () => import('./list.ts'),
  );
  on(
    noun
      .command('add <phone>')
      .description('make a phone a test phone; at most 10 a project')
      .option('--code <digits>', 'its code, 4 to 10 digits; asked for when not given')
      .option('--expires <time>', 'how long, as 12h or 30d, or until when, as 2026-01-31T20:00:00Z; for good when not given')
      .addHelpText(
        'after',
        '\nExamples:\n  diwan test-phones add +15550100001 --code 123456\n  diwan test-phones add "+1 555 010 0002" --code 123456 --expires 30d',
      ),
    () => import('./add.ts'),
  );
  on(
    noun
      .command('remove <phone>')
      .description('make it a phone like any other')
      .option('--yes', 'do not ask')
      .addHelpText('after', '\nExamples:\n  diwan test-phones remove +15550100001\n  diwan test-phones remove +15550100001 --yes'),
    () => import('./remove.ts'),
  );
}
