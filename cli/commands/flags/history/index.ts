import { type Command, Option } from 'commander';
import type { Register } from '../../../command.ts';
import { readPositive } from '../../../options.ts';

const DEFAULT_LIMIT = 20;

/** The commands that show what was changed or should be removed, and go back. */
export function history(noun: Command, register: Register): void {
  register(
    noun
      .command('changes <slug> [key]')
      .description('show the changes of a flag, or of the whole app, newest first')
      .addOption(new Option('--segment <segment>', 'the changes of a segment instead'))
      .option('-L, --limit <n>', 'number of rows in all; more than 100 are read in several requests', readPositive, DEFAULT_LIMIT)
      .addOption(new Option('--all', 'every row').conflicts('limit'))
      .addHelpText(
        'after',
        "\nExamples:\n  diwan flags changes shop new_checkout\n  diwan flags changes shop --segment gulf\n  diwan flags changes shop --jq '.data[] | select(.canUndo).id'",
      ),
    () => import('./changes.ts'),
  );
  register(
    noun
      .command('stale <slug>')
      .description('list the flags that could be removed: past the lifetime of their kind, long unchanged, the same for everybody')
      .addHelpText('after', "\nExamples:\n  diwan flags stale shop\n  diwan flags stale shop --jq '.[].flagKey'"),
    () => import('./stale.ts'),
  );
  register(
    noun
      .command('undo <slug> <id>')
      .description('undo any change of an app, as a new change: of flags, segments, releases, maintenance or the app itself')
      .option('--reason <text>', 'why, for the audit log')
      .option('-y, --yes', 'undo it without a question')
      .addHelpText(
        'after',
        '\nExamples:\n  diwan flags undo shop 4711\n  diwan flags undo shop 4711 --reason "Crashes on Android 8" --yes',
      ),
    () => import('./undo.ts'),
  );
}
