import type { Command } from 'commander';
import type { Register } from '../../command.ts';
import { readPositive } from '../../options.ts';

export function maintenance(program: Command, register: Register): void {
  const noun = program
    .command('maintenance')
    .description('switch the maintenance mode of an app on and off')
    .addHelpText('after', '\nExamples:\n  diwan maintenance on shop --until 2h\n  diwan maintenance off shop');
  register(
    noun
      .command('status <slug>')
      .description('show whether maintenance is on, its start and its messages')
      .addHelpText('after', '\nExamples:\n  diwan maintenance status shop\n  diwan maintenance status shop --json | jq .estimatedEnd'),
    () => import('./status.ts'),
  );
  register(
    noun
      .command('on <slug>')
      .description(
        'switch maintenance on; if it is on already, replace its messages; diwan asks for what is left out, unless --confirm is given',
      )
      .option('--en <text>', 'message in English')
      .option('--ar <text>', 'message in Arabic')
      .option('--until <time>', 'expected end: 30m, 2h, 1h30m, 2d, or a time such as 2026-01-31T20:00:00+03:00')
      .option('--confirm <slug>', 'confirm without a question')
      .addHelpText(
        'after',
        '\nExamples:\n  diwan maintenance on shop --en "Back at eight." --ar "نعود في الثامنة." --until 2h\n  diwan maintenance on shop --until 2026-01-31T20:00:00Z --confirm shop',
      ),
    () => import('./on.ts'),
  );
  register(
    noun
      .command('off <slug>')
      .description('switch maintenance off; does nothing if it is off')
      .addHelpText('after', '\nExamples:\n  diwan maintenance off shop\n  diwan maintenance off shop --json | jq .endedAt'),
    () => import('./off.ts'),
  );
  register(
    noun
      .command('history <slug>')
      .description('list the last 20 maintenance events, newest first')
      .option('-L, --limit <n>', 'number of rows in all (default: 20, which is also the most)', readPositive)
      .addHelpText('after', "\nExamples:\n  diwan maintenance history shop\n  diwan maintenance history shop --json | jq '.[0].messageEn'"),
    () => import('./history.ts'),
  );
}
