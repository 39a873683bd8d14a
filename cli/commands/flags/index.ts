import { type Command, Option } from 'commander';
import type { Register } from '../../command.ts';
import { withLimit } from '../../options.ts';
import { DEVICE_PLATFORMS } from '../versions/check-choices.ts';
import { KINDS, VALUE_TYPES } from './choices.ts';
import { history } from './history/index.ts';
import { targeting } from './targeting/index.ts';
import { twoApps } from './two-apps/index.ts';

export function flags(program: Command, register: Register): void {
  const noun = program
    .command('flags')
    .description('manage the feature flags of an app')
    .addHelpText(
      'after',
      '\nExamples:\n  diwan flags list shop\n  diwan flags create shop new_checkout --on\n  diwan flags rollout shop new_checkout 25\n  diwan flags disable shop new_checkout',
    );
  readers(noun, register);
  explain(noun, register);
  register(
    described(noun.command('create <slug> <key>').description('create a flag; it is off unless --on is given')).addHelpText(
      'after',
      '\nExamples:\n  diwan flags create shop new_checkout --on\n  diwan flags create shop limits --config \'{"perDay":5}\' --description "Orders a day"',
    ),
    () => import('./create.ts'),
  );
  register(
    described(noun.command('set <slug> <key>').description('change a flag; options that are left out change nothing')).addHelpText(
      'after',
      '\nExamples:\n  diwan flags set shop limits --config @limits.json\n  diwan flags set shop limits --off --config null --description ""',
    ),
    () => import('./set.ts'),
  );
  switches(noun, register);
  targeting(noun, register);
  history(noun, register);
  twoApps(noun, register);
}

function explain(noun: Command, register: Register): void {
  register(
    noun
      .command('explain <slug> [key]')
      .description('show what a device gets, and which rule decides; without a key for all flags')
      .addOption(new Option('--platform <platform>', 'the platform of the device').choices(DEVICE_PLATFORMS))
      .option('--current <version>', 'the version that the device runs')
      .option('--installation <id>', 'the installation, which decides percentages')
      .option('--os <version>', 'the version of the operating system')
      .option('--attribute <name=value>', 'any other attribute, such as userId=u-81; repeatable', collect)
      .option('--at <time>', 'at another time: 12h (from now) or 2026-01-31T20:00:00Z')
      .addHelpText(
        'after',
        '\nExamples:\n  diwan flags explain shop new_checkout --platform ios --current 2.0.0\n  diwan flags explain shop --attribute userId=u-81 --at 2d',
      ),
    () => import('./explain.ts'),
  );
}

/** Not split at commas, which values may contain. */
function collect(text: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, text];
}

function readers(noun: Command, register: Register): void {
  register(
    withLimit(noun.command('list <slug>').description('list the flags of an app, by key')).addHelpText(
      'after',
      "\nExamples:\n  diwan flags list shop\n  diwan flags list shop --json | jq '.[] | select(.isEnabled).flagKey'",
    ),
    () => import('./list.ts'),
  );
  register(
    noun
      .command('get <slug> <key>')
      .description('show one flag with its config')
      .addHelpText('after', '\nExamples:\n  diwan flags get shop limits\n  diwan flags get shop limits --json | jq .config'),
    () => import('./get.ts'),
  );
  register(
    noun
      .command('types <slug>')
      .description('print the keys of the flags and the types of their values, as TypeScript for @diwan/client')
      .addHelpText('after', '\nExamples:\n  diwan flags types shop > src/flags.d.ts\n  diwan flags types shop --json | jq .new_checkout'),
    () => import('./types.ts'),
  );
}

function described(command: Command): Command {
  return command
    .addOption(new Option('--on', 'enable the flag').conflicts('off'))
    .option('--off', 'disable the flag')
    .option('--config <json>', 'the config for clients: a JSON object, @file, - for standard input, or null for none')
    .option('--description <text>', "the purpose of the flag; '' removes it")
    .addOption(new Option('--type <type>', 'the type of its value').choices(VALUE_TYPES))
    .addOption(new Option('--kind <kind>', 'what it is for, which decides how long it is expected to live').choices(KINDS));
}

function switches(noun: Command, register: Register): void {
  register(
    noun
      .command('enable <slug> <key>')
      .description('enable a flag')
      .addHelpText('after', '\nExamples:\n  diwan flags enable shop new_checkout\n  diwan flags enable shop new_checkout --dry-run'),
    () => import('./enable.ts'),
  );
  register(
    noun
      .command('disable <slug> <key>')
      .description('disable a flag')
      .addHelpText('after', '\nExamples:\n  diwan flags disable shop new_checkout\n  diwan flags disable shop new_checkout --json'),
    () => import('./disable.ts'),
  );
  register(
    noun
      .command('delete <slug> <key>')
      .description('delete a flag; clients then use their default')
      .option('-y, --yes', 'delete a disabled flag without a question')
      .option('--confirm <slug>', 'delete an enabled flag without a question')
      .addHelpText(
        'after',
        '\nExamples:\n  diwan flags delete shop old_banner --yes\n  diwan flags delete shop new_checkout --confirm shop',
      ),
    () => import('./delete.ts'),
  );
}
