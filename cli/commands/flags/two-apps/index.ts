import type { Command } from 'commander';
import type { Register } from '../../../command.ts';
import { listOf } from '../../../options.ts';

/** The commands that compare the flags of two apps, and copy them. */
export function twoApps(noun: Command, register: Register): void {
  register(
    noun
      .command('diff <slug> <other>')
      .description('compare the flags and segments of two apps; exit 1 when they differ')
      .addHelpText(
        'after',
        '\nExamples:\n  diwan flags diff shop shop-staging\n  diwan flags diff shop shop-staging --json | jq .flags.different',
      ),
    () => import('./diff.ts'),
  );
  register(
    noun
      .command('copy <from> <to>')
      .description('copy flags to another app, with the segments that they name')
      .option('--keys <list>', 'only these flags', listOf())
      .option('--overwrite', 'replace the flags and segments that exist there')
      .option('-y, --yes', 'copy without a question')
      .addHelpText(
        'after',
        '\nExamples:\n  diwan flags copy shop-staging shop --keys new_checkout\n  diwan flags copy shop shop-staging --overwrite --dry-run',
      ),
    () => import('./copy.ts'),
  );
}
