import { type Command, Option } from 'commander';
import type { Register } from '../../command.ts';
import { withLimit } from '../../options.ts';
import { CHECK_STATUSES, DEVICE_PLATFORMS } from './check-choices.ts';

export function versions(program: Command, register: Register): void {
  const noun = program
    .command('versions')
    .description('publish the releases of an app and test its update check')
    .addHelpText(
      'after',
      '\nExamples:\n  diwan versions list shop\n  diwan versions publish shop\n  diwan versions check shop --current 1.9.0',
    );
  register(
    withLimit(noun.command('list <slug>').description('list the releases of an app, newest first')).addHelpText(
      'after',
      "\nExamples:\n  diwan versions list shop\n  diwan versions list shop --json | jq '.[0].versionCode'",
    ),
    () => import('./list.ts'),
  );
  publish(noun, register);
  register(
    noun
      .command('activate <slug> <code>')
      .description('activate a release')
      .option('--confirm <slug>', 'confirm a forced release or a raised minimum without a question')
      .addHelpText('after', '\nExamples:\n  diwan versions activate shop 42\n  diwan versions activate shop 42 --confirm shop'),
    () => import('./activate.ts'),
  );
  register(
    noun
      .command('deactivate <slug> <code>')
      .description('deactivate a release; the next lower active one replaces it')
      .option('--confirm <slug>', 'confirm a raised minimum without a question')
      .addHelpText('after', '\nExamples:\n  diwan versions deactivate shop 43\n  diwan versions deactivate shop 43 --dry-run'),
    () => import('./deactivate.ts'),
  );
  check(noun, register);
}

function publish(noun: Command, register: Register): void {
  register(
    noun
      .command('publish <slug>')
      .description('publish a release; without --name or --code, diwan asks for all that is left out')
      .option('--name <version>', 'the semantic version, such as 2.1.0')
      .option('--code <n>', 'the version code, higher than all earlier ones')
      .option('--min <version>', 'the oldest version that remains usable')
      .option('--force', 'force every user to update')
      .option('--changelog <text>', 'the changes: a text, @file, or - for standard input')
      .option('--store-url <url>', 'the page that the release is installed from (default: that of the app)')
      .option('--inactive', 'publish without activating')
      .option('--confirm <slug>', 'confirm --force or a raised --min without a question')
      .addHelpText(
        'after',
        '\nExamples:\n  diwan versions publish shop --name 2.1.0 --code 43 --changelog @CHANGES.md\n  diwan versions publish shop --name 2.1.1 --code 44 --force --confirm shop',
      ),
    () => import('./publish.ts'),
  );
}

function check(noun: Command, register: Register): void {
  register(
    noun
      .command('check <slug>')
      .description('show the update check that a client of this version receives')
      .addOption(new Option('--platform <platform>', 'the platform of the device').choices(DEVICE_PLATFORMS))
      .option('--current <version>', 'the version that the device runs')
      .addOption(new Option('--expect <status>', 'exit 1 for another status').choices(CHECK_STATUSES))
      .addHelpText(
        'after',
        '\nExamples:\n  diwan versions check shop --platform ios --current 2.0.0\n  diwan versions check shop --current 1.9.0 --expect update_required',
      ),
    () => import('./check.ts'),
  );
}
