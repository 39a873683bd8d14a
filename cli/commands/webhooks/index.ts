import { type Command, Option } from 'commander';
import type { Register } from '../../command.ts';
import { listOf, readPositive, withLimit } from '../../options.ts';
import { FORMATS, LANGUAGES, STATES } from './fields.ts';

const DEFAULT_LIMIT = 20;

export function webhooks(program: Command, register: Register): void {
  const noun = program
    .command('webhooks')
    .description('send what happens to an address of your own, or to a chat')
    .addHelpText(
      'after',
      "\nExamples:\n  diwan webhooks create https://example.com/hook --events 'review.*,post.created' > secret.txt\n  diwan webhooks test 3",
    );
  register(
    withLimit(noun.command('list').description('list the webhooks with their health, by id; a secret is never shown again')).addHelpText(
      'after',
      "\nExamples:\n  diwan webhooks list\n  diwan webhooks list --json | jq '.[] | select(.isActive | not)'",
    ),
    () => import('./list.ts'),
  );
  register(
    noun
      .command('show <id>')
      .description('show one webhook and how its deliveries go')
      .addHelpText('after', '\nExamples:\n  diwan webhooks show 3\n  diwan webhooks show 3 --json | jq .health'),
    () => import('./show.ts'),
  );
  register(
    withFields(
      noun
        .command('create [url]')
        .description('create a webhook for an address and print its secret once; a piped stdout contains nothing else')
        .option('--events <types>', "the types of events, such as 'review.*,post.created'; diwan asks when they are missing", listOf())
        .option(
          '--all-projects',
          'for the events of all projects and of the platform, which an owner or a key of all projects may ask for',
        ),
    ).addHelpText(
      'after',
      "\nExamples:\n  diwan webhooks create https://example.com/hook --events 'review.*' > secret.txt\n  diwan webhooks create https://hooks.slack.com/services/… --events 'report.*' --format slack",
    ),
    () => import('./create.ts'),
  );
  register(
    withFields(
      noun
        .command('update <id>')
        .description('change a webhook; options that are left out change nothing')
        .option('--to <address>', 'where events are sent')
        .option('--events <types>', 'the types of events, which replace those before', listOf())
        .addOption(new Option('--active', 'send again, first what waits').conflicts('inactive'))
        .option('--inactive', 'send nothing; what waits is kept'),
    ).addHelpText('after', "\nExamples:\n  diwan webhooks update 3 --active\n  diwan webhooks update 3 --events 'review.*,report.created'"),
    () => import('./update.ts'),
  );
  register(
    noun
      .command('remove <id>')
      .description('delete a webhook with what waits for it')
      .option('-y, --yes', 'delete without a question')
      .addHelpText('after', '\nExamples:\n  diwan webhooks remove 3\n  diwan webhooks remove 3 --yes'),
    () => import('./remove.ts'),
  );
  register(
    noun
      .command('rotate <id>')
      .description('give a webhook a new secret and print it once; the one before signs as well for 24 hours')
      .addHelpText('after', '\nExamples:\n  diwan webhooks rotate 3 > secret.txt\n  diwan webhooks rotate 3 --json'),
    () => import('./rotate.ts'),
  );
  register(
    noun
      .command('test <id>')
      .description('send a webhook.test now and show the answer of the receiver; exit 1 when it is no success')
      .addHelpText('after', '\nExamples:\n  diwan webhooks test 3\n  diwan webhooks test 3 --json | jq .status'),
    () => import('./test.ts'),
  );
  deliveries(noun, register);
}

function deliveries(noun: Command, register: Register): void {
  register(
    noun
      .command('deliveries <id> [delivery]')
      .description('list the deliveries of the last 30 days, newest first, or show the tries and the body of one')
      .addOption(new Option('--state <state>', 'only deliveries in this state').choices(STATES))
      .option('--type <type>', 'only events of this type, such as review.created')
      .option('-L, --limit <n>', 'number of rows in all; more than 100 are read in several requests', readPositive, DEFAULT_LIMIT)
      .addOption(new Option('--all', 'every row').conflicts('limit'))
      .addHelpText(
        'after',
        '\nExamples:\n  diwan webhooks deliveries 3 --state failed\n  diwan webhooks deliveries 3 41 --json | jq .request',
      ),
    () => import('./deliveries.ts'),
  );
  register(
    noun
      .command('retry <id> [deliveries...]')
      .description('try deliveries once more, with the same webhook-id: those that are named, or all that failed since a time')
      .option('--since <time>', 'all that failed at this time or later: 30m, 2h, 2d ago, or 2026-01-31T20:00:00Z')
      .option('--until <time>', 'only those that failed before this time, given in the same way')
      .addHelpText('after', '\nExamples:\n  diwan webhooks retry 3 41 42\n  diwan webhooks retry 3 --since 2h'),
    () => import('./retry.ts'),
  );
}

function withFields(command: Command): Command {
  return command
    .option('--description <text>', 'what the webhook is for')
    .addOption(new Option('--format <format>', 'events as JSON, or sentences for Slack and Discord').choices(FORMATS))
    .addOption(new Option('--language <code>', 'the language of the sentences').choices(LANGUAGES))
    .addOption(new Option('--content <on|off>', 'whether texts that people wrote are sent').choices(['on', 'off']));
}
