import { type Command, Option } from 'commander';
import type { Register } from '../../command.ts';
import { GROUPINGS } from './fields.ts';

export function otp(program: Command, register: Register): void {
  const noun = program
    .command('otp')
    .description('see what happens to the codes that are sent to phones')
    .addHelpText('after', '\nExamples:\n  diwan otp stats\n  diwan otp stats --by channel --since 7d');
  register(
    noun
      .command('stats')
      .description('count the codes that were sent, used, refused and lost')
      .addOption(new Option('--by <what>', 'one row for each of these').choices(GROUPINGS).default('country'))
      .option('--since <time>', 'codes from this time on: 30m, 2h, 7d ago, or 2026-01-31T20:00:00Z (default: 24h; at most 90d)')
      .option('--until <time>', 'codes before this time, given in the same way')
      .addHelpText(
        'after',
        '\nExamples:\n  diwan otp stats\n  diwan otp stats --by day --since 30d\n  diwan otp stats --json | jq ".data[] | select(.rate < 0.5)"',
      ),
    () => import('./stats.ts'),
  );
}
