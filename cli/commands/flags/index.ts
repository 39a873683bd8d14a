import { type Command, Option } from 'commander';
import type { On } from '../../program.ts';

export function flags(program: Command, on: On): void {
  const noun = program.command('flags').description('switch features of an app on and off, and configure them');
  readers(noun, on);
  on(
    described(noun.command('create <slug> <key>').description('make a flag; it is off unless --on')).addHelpText(
      'after',
      '\nExamples:\n  diwan flags create shop new_checkout --on\n  diwan flags create shop limits --config \'{"perDay":5}\' --description "Orders a day"',
    ),
    () => import('./create.ts'),
  );
  on(
    described(noun.command('set <slug> <key>').description('change a flag; what is not given stays')).addHelpText(
      'after',
      '\nExamples:\n  diwan flags set shop limits --config @limits.json\n  diwan flags set shop limits --off --config null --description ""',
    ),
    () => import('./set.ts'),
  );
  switches(noun, on);
}

function readers(noun: Command, on: On): void {
  on(
    noun
      .command('list <slug>')
      .description('the flags of an app, by key')
      .addHelpText('after', "\nExamples:\n  diwan flags list shop\n  diwan flags list shop --json | jq '.[] | select(.isEnabled).flagKey'"),
    () => import('./list.ts'),
  );
  on(
    noun
      .command('get <slug> <key>')
      .description('one flag with its whole config')
      .addHelpText('after', '\nExamples:\n  diwan flags get shop limits\n  diwan flags get shop limits --json | jq .config'),
    () => import('./get.ts'),
  );
}

function described(command: Command): Command {
  return command
    .addOption(new Option('--on', 'switched on').conflicts('off'))
    .option('--off', 'switched off')
    .option('--config <json>', 'what clients get with it: a JSON object, @file, - for what is piped in, or null for none')
    .option('--description <text>', "what it is for; '' for nothing");
}

function switches(noun: Command, on: On): void {
  on(
    noun
      .command('enable <slug> <key>')
      .description('switch a flag on')
      .addHelpText('after', '\nExamples:\n  diwan flags enable shop new_checkout\n  diwan flags enable shop new_checkout --dry-run'),
    () => import('./enable.ts'),
  );
  on(
    noun
      .command('disable <slug> <key>')
      .description('switch a flag off')
      .addHelpText('after', '\nExamples:\n  diwan flags disable shop new_checkout\n  diwan flags disable shop new_checkout --json'),
    () => import('./disable.ts'),
  );
  on(
    noun
      .command('delete <slug> <key>')
      .description('delete a flag; clients that read it fall back to what they do without')
      .option('--yes', 'without a question, where the flag is off')
      .option('--confirm <slug>', 'without a question, where the flag is on')
      .addHelpText(
        'after',
        '\nExamples:\n  diwan flags delete shop old_banner --yes\n  diwan flags delete shop new_checkout --confirm shop',
      ),
    () => import('./delete.ts'),
  );
}
