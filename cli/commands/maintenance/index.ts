import type { Command } from 'commander';
import type { On } from '../../program.ts';

export function maintenance(program: Command, on: On): void {
  const noun = program.command('maintenance').description('shut the clients of an app out for a while, and let them in again');
  on(
    noun
      .command('status <slug>')
      .description('whether maintenance is on, since when, and what clients are told')
      .addHelpText('after', '\nExamples:\n  diwan maintenance status shop\n  diwan maintenance status shop --json | jq .estimatedEnd'),
    () => import('./status.ts'),
  );
  on(
    noun
      .command('on <slug>')
      .description('switch maintenance on; when it is on already, the new messages take the place of the old')
      .option('--en <text>', 'message in English')
      .option('--ar <text>', 'message in Arabic')
      .option('--until <time>', 'expected end: 30m, 2h, 1h30m, 2d, or as in 2026-01-31T20:00:00+03:00')
      .option('--confirm <slug>', 'confirms without a question')
      .addHelpText(
        'after',
        '\nExamples:\n  diwan maintenance on shop --en "Back at eight." --ar "نعود في الثامنة." --until 2h\n  diwan maintenance on shop --until 2026-01-31T20:00:00Z --confirm shop',
      ),
    () => import('./on.ts'),
  );
  on(
    noun
      .command('off <slug>')
      .description('switch maintenance off; harmless when it is off')
      .addHelpText('after', '\nExamples:\n  diwan maintenance off shop\n  diwan maintenance off shop --json | jq .endedAt'),
    () => import('./off.ts'),
  );
  on(
    noun
      .command('history <slug>')
      .description('the last 20 times, the latest first')
      .addHelpText('after', "\nExamples:\n  diwan maintenance history shop\n  diwan maintenance history shop --json | jq '.[0].messageEn'"),
    () => import('./history.ts'),
  );
}
