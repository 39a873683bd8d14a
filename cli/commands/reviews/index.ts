import { type Command, Option } from 'commander';
import { readPositive } from '../../options.ts';
import type { On } from '../../program.ts';
import { ITEM_TYPES } from '../item-types.ts';
import { STATUSES } from './fields.ts';

export function reviews(program: Command, on: On): void {
  const noun = program.command('reviews').description('read and moderate reviews');
  on(
    noun
      .command('list')
      .description('the reviews of the project: pending ones first, the oldest of them on top')
      .addOption(new Option('--status <status>', 'only these').choices(STATUSES))
      .addOption(new Option('--item-type <type>', 'only of this type of item').choices(ITEM_TYPES))
      .option('--rating <1-5>', 'only with this rating', readPositive)
      .option('--search <words>', 'only with all of these words')
      .option('--page <n>', 'which page', readPositive, 1)
      .option('--limit <n>', 'how many on a page, at most 100', readPositive, 20)
      .addHelpText(
        'after',
        '\nExamples:\n  diwan reviews list --status pending\n  diwan reviews list --search "late delivery" --json | jq \'.data[].id\'',
      ),
    () => import('./list.ts'),
  );
  on(
    noun
      .command('show <id>')
      .description('one review, whole')
      .addHelpText('after', '\nExamples:\n  diwan reviews show 12\n  diwan reviews show 12 --json | jq -r .contentHash'),
    () => import('./show.ts'),
  );
  decisions(noun, on);
}

function decisions(noun: Command, on: On): void {
  on(
    noun
      .command('approve <id...>')
      .description('show reviews to everybody')
      .addHelpText(
        'after',
        "\nExamples:\n  diwan reviews approve 12\n  diwan reviews list --status pending --json | jq '.data[].id' | xargs diwan reviews approve",
      ),
    () => import('./approve.ts'),
  );
  on(
    noun
      .command('reject <id...>')
      .description('keep reviews from everybody but their authors')
      .option('--reason <text>', 'what the authors are told')
      .addHelpText(
        'after',
        '\nExamples:\n  diwan reviews reject 13\n  diwan reviews reject 13 14 --reason "Please write about the product."',
      ),
    () => import('./reject.ts'),
  );
  on(
    noun
      .command('triage')
      .description('go through the pending reviews on a terminal, one at a time, the oldest first')
      .addHelpText(
        'after',
        '\nWhat is decided on is the text that was shown: when its author changes it meanwhile, it is shown again.\n\nExamples:\n  diwan reviews triage\n  diwan reviews triage --project 12',
      ),
    () => import('./triage.ts'),
  );
}
