import { type Command, Option } from 'commander';
import type { Register } from '../../../command.ts';

/** The commands that change who gets a flag, and when. */
export function targeting(noun: Command, register: Register): void {
  register(
    withYes(noun.command('targeting <slug> <key>').description('show who gets a flag, or replace the rules'))
      .addOption(new Option('--set <json>', 'the new targeting: a JSON object, @file, or - for standard input').conflicts('clear'))
      .option('--clear', 'remove the targeting: everybody gets the same')
      .addHelpText(
        'after',
        '\nExamples:\n  diwan flags targeting shop new_checkout\n  diwan flags targeting shop new_checkout --json > rules.json\n  diwan flags targeting shop new_checkout --set @rules.json',
      ),
    () => import('./targeting.ts'),
  );
  register(
    withYes(noun.command('rollout <slug> <key> [percent]').description('set how many people a rule of a flag includes'))
      .option('--rule <id>', 'the rule, when the flag has several')
      .option('--steps <percents>', 'percents such as 1,5,25,100, or with times of their own: 10@2h,50@1d,100@2d')
      .option('--every <span>', 'the time from one step to the next: 12h, 1d (default: 1d)')
      .option('--start <time>', 'the time of the first step: 2h from now, or 2026-01-31T20:00:00Z (default: now)')
      .option('--stickiness <attribute>', 'the attribute that decides who is included, such as userId')
      .addHelpText(
        'after',
        '\nA new percent, and new steps, replace the steps of the rule. A flag without rules gets one for everybody.' +
          '\n\nExamples:\n  diwan flags rollout shop new_checkout 25\n  diwan flags rollout shop new_checkout --steps 1,5,25,100 --every 1d\n  diwan flags rollout shop new_checkout 50 --rule gulf --stickiness userId --yes',
      ),
    () => import('./rollout.ts'),
  );
  register(
    withYes(noun.command('schedule <slug> <key>').description('set from when and until when a flag may be on'))
      .option('--start <time>', "the flag is off before: 2h from now, or 2026-01-31T20:00:00Z; '' removes the time")
      .option('--stop <time>', 'the flag is off from then on, given in the same way')
      .addOption(new Option('--clear', 'remove both times').conflicts(['start', 'stop']))
      .addHelpText(
        'after',
        "\nExamples:\n  diwan flags schedule shop ramadan --start 2027-02-08T00:00:00+03:00 --stop 2027-03-10T00:00:00+03:00\n  diwan flags schedule shop ramadan --stop ''\n  diwan flags schedule shop ramadan --clear --yes",
      ),
    () => import('./schedule.ts'),
  );
}

function withYes(command: Command): Command {
  return command.option('-y, --yes', 'change it without a question');
}
