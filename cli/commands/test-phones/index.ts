import type { Command } from 'commander';
import type { Register } from '../../command.ts';
import { withLimit } from '../../options.ts';

export function testPhones(program: Command, register: Register): void {
  const noun = program
    .command('test-phones')
    .description('manage phones with a fixed code, for tests and store reviews')
    .addHelpText('after', '\nExamples:\n  diwan test-phones list\n  diwan test-phones add +15550100001 --code 123456');
  register(
    withLimit(
      noun.command('list').description('list the test phones of the project: those of TEST_PHONES first, then oldest first'),
    ).addHelpText('after', '\nExamples:\n  diwan test-phones list\n  diwan test-phones list --project 12 --json'),
    () => import('./list.ts'),
  );
  register(
    noun
      .command('add <phone>')
      .description('add a test phone; a project has at most 10')
      .option('--code <digits>', 'the code, 4 to 10 digits; diwan asks when it is missing')
      .option('--expires <time>', 'lifetime such as 12h or 30d, or end such as 2026-01-31T20:00:00Z (default: unlimited)')
      .addHelpText(
        'after',
        '\nExamples:\n  diwan test-phones add +15550100001 --code 123456\n  diwan test-phones add "+1 555 010 0002" --code 123456 --expires 30d',
      ),
    () => import('./add.ts'),
  );
  register(
    noun
      .command('remove <phone>')
      .description('remove a test phone, which makes it an ordinary phone')
      .option('-y, --yes', 'remove without a question')
      .addHelpText('after', '\nExamples:\n  diwan test-phones remove +15550100001\n  diwan test-phones remove +15550100001 --yes'),
    () => import('./remove.ts'),
  );
}
