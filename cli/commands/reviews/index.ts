import { type Command, Option } from 'commander';
import type { Register } from '../../command.ts';
import { ITEM_TYPES } from '../../input/item-types.ts';
import { readPositive, withPages, withQueueFilters } from '../../options.ts';
import { TRIAGE_HELP } from '../triage/index.ts';
import { SORTS, STATUSES } from './fields.ts';

export function reviews(program: Command, register: Register): void {
  const noun = program
    .command('reviews')
    .description('read and moderate reviews')
    .addHelpText(
      'after',
      '\nExamples:\n  diwan reviews list --status pending\n  diwan reviews triage\n  diwan reviews reject 13 --reason "Please write about the product."',
    );
  register(
    withPages(
      withQueueFilters(
        noun
          .command('list')
          .description('list the reviews of the project: pending ones first, oldest first')
          .addOption(new Option('--status <status>', 'only reviews with this status').choices(STATUSES))
          .addOption(new Option('--item-type <type>', 'only reviews of this item type').choices(ITEM_TYPES))
          .addOption(new Option('--item <type:id>', 'only reviews of this item, such as product:42').conflicts('itemType'))
          .option('--rating <1-5>', 'only reviews with this rating', readPositive)
          .option('--search <words>', 'only reviews that contain all of these words')
          .addOption(new Option('--sort <order>', 'another order').choices(SORTS)),
      ),
    ).addHelpText(
      'after',
      '\nExamples:\n  diwan reviews list --status pending\n  diwan reviews list --item product:42 --since 7d --all\n  diwan reviews list --search "late delivery" --json | jq \'.data[].id\'',
    ),
    () => import('./list.ts'),
  );
  register(
    noun
      .command('show <id>')
      .description('show one review with all its fields')
      .addHelpText('after', '\nExamples:\n  diwan reviews show 12\n  diwan reviews show 12 --json | jq -r .contentHash'),
    () => import('./show.ts'),
  );
  register(
    noun
      .command('delete <id>')
      .description('delete a review and its comments')
      .option('-y, --yes', 'delete without a question')
      .addHelpText('after', '\nExamples:\n  diwan reviews delete 12\n  diwan reviews delete 12 --yes'),
    () => import('./delete.ts'),
  );
  decisions(noun, register);
}

function decisions(noun: Command, register: Register): void {
  register(
    noun
      .command('approve <id...>')
      .description('approve reviews, which makes them public')
      .addHelpText(
        'after',
        "\nExamples:\n  diwan reviews approve 12\n  diwan reviews list --status pending --json | jq '.data[].id' | xargs diwan reviews approve",
      ),
    () => import('./approve.ts'),
  );
  register(
    noun
      .command('reject <id...>')
      .description('reject reviews, so that only their authors see them')
      .option('--reason <text>', 'the reason for the authors')
      .addHelpText(
        'after',
        '\nExamples:\n  diwan reviews reject 13\n  diwan reviews reject 13 14 --reason "Please write about the product."',
      ),
    () => import('./reject.ts'),
  );
  register(
    noun
      .command('triage')
      .description('decide pending reviews on a terminal, one at a time, oldest first')
      .addHelpText('after', `${TRIAGE_HELP}\n\nExamples:\n  diwan reviews triage\n  diwan reviews triage --project 12`),
    () => import('./triage.ts'),
  );
}
