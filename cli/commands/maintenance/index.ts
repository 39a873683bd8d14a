import { type Command, Option } from 'commander';
import type { Register } from '../../command.ts';
import { listOf, readPositive } from '../../options.ts';
import { DEVICE_PLATFORMS } from '../versions/check-choices.ts';

export function maintenance(program: Command, register: Register): void {
  const noun = program
    .command('maintenance')
    .description('switch the maintenance mode of an app on and off, or schedule it')
    .addHelpText(
      'after',
      '\nExamples:\n  diwan maintenance on shop --until 2h\n  diwan maintenance off shop\n  diwan maintenance schedule shop --start 2026-12-01T01:00:00+03:00',
    );
  register(
    noun
      .command('status <slug>')
      .description('show whether maintenance is on, and the windows to come')
      .addHelpText('after', '\nExamples:\n  diwan maintenance status shop\n  diwan maintenance status shop --json | jq .estimatedEnd'),
    () => import('./status.ts'),
  );
  register(
    withWindow(noun.command('on <slug>'))
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
  schedule(noun, register);
  register(
    noun
      .command('off <slug>')
      .description('switch maintenance off; does nothing if it is off, and leaves the windows to come')
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

function schedule(noun: Command, register: Register): void {
  register(
    withWindow(noun.command('schedule <slug>'))
      .description('schedule maintenance for a time')
      .option('--start <time>', 'when it starts: 30m, 2h, 2d from now, or a time such as 2026-01-31T20:00:00+03:00')
      .option('--announce <time>', 'when phones begin to show it as upcoming (default: at once)')
      .option('--en <text>', 'message in English')
      .option('--ar <text>', 'message in Arabic')
      .option('--confirm <slug>', 'confirm without a question')
      .addHelpText(
        'after',
        '\nExamples:\n  diwan maintenance schedule shop --start 2026-12-01T01:00:00+03:00 --end 2026-12-01T03:00:00+03:00\n  diwan maintenance schedule shop --start 2h --read-only --platform ios --versions ..1.4.2\n  diwan maintenance schedule shop --start 1d --announce 12h --testers-segment staff --confirm shop',
      ),
    () => import('./schedule.ts'),
  );
  register(
    withWindow(noun.command('edit <slug> <id>'))
      .description('change a window that has not started')
      .option('--start <time>', 'when it starts: 30m, 2h, 2d from now, or a time such as 2026-01-31T20:00:00+03:00')
      .option('--announce <time>', 'when phones begin to show it as upcoming')
      .option('--en <text>', 'message in English')
      .option('--ar <text>', 'message in Arabic')
      .addHelpText(
        'after',
        '\nExamples:\n  diwan maintenance edit shop 7 --start 3h --end 5h\n  diwan maintenance edit shop 7 --en "Back soon" --dry-run',
      ),
    () => import('./edit.ts'),
  );
  register(
    noun
      .command('cancel <slug> <id>')
      .description('cancel a window that has not started')
      .addHelpText('after', '\nExamples:\n  diwan maintenance cancel shop 7\n  diwan maintenance cancel shop 7 --dry-run'),
    () => import('./cancel.ts'),
  );
}

/** Adds the options of `readWindow`. */
function withWindow(command: Command): Command {
  return command
    .option('--end <time>', 'when it ends by itself, in the form of the other times')
    .option('--platform <list>', 'only phones of this platform: android, ios', listOf(DEVICE_PLATFORMS))
    .option('--versions <list>', 'only these versions: 1.0.0..1.4.2, 2.0.0.. (and later), ..0.9.0 (and earlier)', listOf())
    .option('--read-only', 'the app may still be read')
    .addOption(new Option('--testers <ids>', 'let these users or installations in').argParser(listOf()).conflicts('testersSegment'))
    .option('--testers-segment <key>', 'let the people of this segment in');
}
