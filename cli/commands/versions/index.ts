import { type Command, Option } from 'commander';
import type { On } from '../../program.ts';

export function versions(program: Command, on: On): void {
  const noun = program.command('versions').description('publish releases of an app, and look at what its clients are told');
  on(
    noun
      .command('list <slug>')
      .description('the releases of an app, the newest first')
      .addHelpText('after', "\nExamples:\n  diwan versions list shop\n  diwan versions list shop --json | jq '.[0].versionCode'"),
    () => import('./list.ts'),
  );
  publish(noun, on);
  on(
    noun
      .command('activate <slug> <code>')
      .description('put a release into service')
      .option('--confirm <slug>', 'confirms a forced release or a raised minimum without a question')
      .addHelpText('after', '\nExamples:\n  diwan versions activate shop 42\n  diwan versions activate shop 42 --confirm shop'),
    () => import('./activate.ts'),
  );
  on(
    noun
      .command('deactivate <slug> <code>')
      .description('take a release out of service; the next active one below takes its place')
      .option('--confirm <slug>', 'confirms without a question, where the minimum rises by it')
      .addHelpText('after', '\nExamples:\n  diwan versions deactivate shop 43\n  diwan versions deactivate shop 43 --dry-run'),
    () => import('./deactivate.ts'),
  );
  check(noun, on);
}

function publish(noun: Command, on: On): void {
  on(
    noun
      .command('publish <slug>')
      .description('publish a release; name and code are asked for when not given')
      .option('--name <version>', 'its semantic version, as 2.1.0')
      .option('--code <n>', 'its version code, above every earlier one')
      .option('--min <version>', 'the oldest version that may go on')
      .option('--force', 'everybody must take it')
      .option('--changelog <text>', 'what is new: a text, @file, or - for what is piped in')
      .option('--store-url <url>', 'where it is installed from, if not where the app is')
      .option('--inactive', 'do not put it into service yet')
      .option('--confirm <slug>', 'confirms --force or a raised --min without a question')
      .addHelpText(
        'after',
        '\nExamples:\n  diwan versions publish shop --name 2.1.0 --code 43 --changelog @CHANGES.md\n  diwan versions publish shop --name 2.1.1 --code 44 --force --confirm shop',
      ),
    () => import('./publish.ts'),
  );
}

function check(noun: Command, on: On): void {
  on(
    noun
      .command('check <slug>')
      .description('what a client of this version is told: the public update check')
      .addOption(new Option('--platform <platform>', 'of the device').choices(['android', 'ios']))
      .option('--current <version>', 'the version that the device runs')
      .addOption(
        new Option('--expect <status>', 'exit 1 when it is another').choices([
          'up_to_date',
          'update_available',
          'update_required',
          'unknown',
        ]),
      )
      .addHelpText(
        'after',
        '\nExamples:\n  diwan versions check shop --platform ios --current 2.0.0\n  diwan versions check shop --current 1.9.0 --expect update_required',
      ),
    () => import('./check.ts'),
  );
}
