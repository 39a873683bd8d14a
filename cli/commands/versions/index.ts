import { type Command, Option } from 'commander';
import type { Register } from '../../command.ts';
import { readPositive, withLimit } from '../../options.ts';
import { CHECK_STATUSES, DEVICE_PLATFORMS, GUARD_ACTIONS, PRIORITIES } from './check-choices.ts';

const [RATE_DEFAULT, USERS_DEFAULT, ACTION_DEFAULT] = [' (default: 0.02)', ' (default: 200)', ' (default: warn)'];
const STEPS_HELP = 'appstore, or percents with their times: 10@2h,50@1d,100@2026-01-31T20:00:00Z';

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
  register(
    withPlatform(noun.command('show <slug> <code>').description('show a release and its rollout')).addHelpText(
      'after',
      '\nExamples:\n  diwan versions show shop 43\n  diwan versions show shop 43 --platform ios --json',
    ),
    () => import('./show.ts'),
  );
  register(
    noun
      .command('adoption <slug>')
      .description('show how far each version has spread')
      .option('--days <n>', 'number of days, at most 365 (default: 30)', readPositive)
      .addHelpText('after', '\nExamples:\n  diwan versions adoption shop\n  diwan versions adoption shop --days 7 --json'),
    () => import('./adoption.ts'),
  );
  register(
    noun
      .command('health <slug>')
      .description('show the users and the crash rate of each release')
      .option('--days <n>', 'number of days, at most 90 (default: 30)', readPositive)
      .addHelpText('after', '\nExamples:\n  diwan versions health shop\n  diwan versions health shop --days 7 --json'),
    () => import('./health.ts'),
  );
  publish(noun, register);
  register(
    withPlatform(noun.command('activate <slug> <code>').description('activate a release'))
      .option('--confirm <slug>', 'confirm a forced release or a raised minimum without a question')
      .addHelpText('after', '\nExamples:\n  diwan versions activate shop 42\n  diwan versions activate shop 42 --confirm shop'),
    () => import('./activate.ts'),
  );
  register(
    withPlatform(noun.command('deactivate <slug> <code>').description('deactivate a release; the next lower active one replaces it'))
      .option('--confirm <slug>', 'confirm a raised minimum without a question')
      .addHelpText('after', '\nExamples:\n  diwan versions deactivate shop 43\n  diwan versions deactivate shop 43 --dry-run'),
    () => import('./deactivate.ts'),
  );
  rollout(noun, register);
  guard(noun, register);
  check(noun, register);
}

/** Codes rise for each platform, so two releases may have the same one. */
function withPlatform(command: Command): Command {
  return command.addOption(new Option('--platform <platform>', 'the platform, when two releases have the code').choices(DEVICE_PLATFORMS));
}

function rollout(noun: Command, register: Register): void {
  register(
    withPlatform(noun.command('rollout <slug> <code>').description('set how many phones a release is offered to'))
      .option('--percent <n>', 'the percent of phones from now on')
      .option('--steps <steps>', STEPS_HELP)
      .option('--confirm <slug>', 'confirm that more phones get it without a question')
      .addHelpText(
        'after',
        '\nExamples:\n  diwan versions rollout shop 43 --percent 20\n  diwan versions rollout shop 43 --steps appstore --confirm shop\n  diwan versions rollout shop 43 --steps 10@0m,50@1d,100@2d',
      ),
    () => import('./rollouts/rollout.ts'),
  );
  register(
    withPlatform(noun.command('halt <slug> <code>').description('offer a release to no phone, at once')).addHelpText(
      'after',
      '\nExamples:\n  diwan versions halt shop 43\n  diwan versions halt shop 43 --platform ios',
    ),
    () => import('./rollouts/halt.ts'),
  );
  register(
    withPlatform(noun.command('resume <slug> <code>').description('go on with a halted rollout'))
      .option('--confirm <slug>', 'confirm that phones get it again without a question')
      .addHelpText('after', '\nExamples:\n  diwan versions resume shop 43\n  diwan versions resume shop 43 --confirm shop'),
    () => import('./rollouts/resume.ts'),
  );
  register(
    withPlatform(noun.command('rollback <slug> <code>').description('halt a release in favour of the one before')).addHelpText(
      'after',
      '\nExamples:\n  diwan versions rollback shop 43\n  diwan versions rollback shop 43 --dry-run',
    ),
    () => import('./rollouts/rollback.ts'),
  );
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
      .addOption(new Option('--platform <platform>', 'the only platform that it is for').choices(DEVICE_PLATFORMS))
      .option('--percent <n>', 'the percent of phones that it is offered to (default: 100)')
      .option('--steps <steps>', STEPS_HELP)
      .option('--force-after <time>', 'force every user from then on: 7d, or 2026-01-31T20:00:00Z')
      .addOption(new Option('--priority <n>', 'how urgent it is; 5 asks users at once').choices(PRIORITIES))
      .option('--min-os <version>', 'the oldest operating system that it runs on')
      .option('--notes <text>', 'the notes for users in English: a text, @file, or - for standard input')
      .option('--notes-ar <text>', 'the notes for users in Arabic')
      .option('--guard-rate <share>', `the share of users with a crash above which the guard acts${RATE_DEFAULT}`)
      .option('--guard-users <n>', `the users below which it does not act${USERS_DEFAULT}`, readPositive)
      .addOption(new Option('--guard-action <action>', `halt the rollout, or only warn${ACTION_DEFAULT}`).choices(GUARD_ACTIONS))
      .option('--inactive', 'publish without activating')
      .option('--confirm <slug>', 'confirm --force, --force-after or a raised --min without a question')
      .addHelpText(
        'after',
        '\nExamples:\n  diwan versions publish shop --name 2.1.0 --code 43 --changelog @CHANGES.md\n  diwan versions publish shop --name 2.1.1 --code 44 --force --confirm shop\n  diwan versions publish shop --name 2.2.0 --code 45 --steps appstore --guard-rate 0.02',
      ),
    () => import('./publish.ts'),
  );
}

function guard(noun: Command, register: Register): void {
  register(
    withPlatform(noun.command('guard <slug> <code>').description('halt a release, or warn, when too many of its users see a crash'))
      .addOption(new Option('--rate <share>', `the share of users with a crash above which it acts${RATE_DEFAULT}`).conflicts('off'))
      .addOption(
        new Option('--users <n>', `the users below which it does not act${USERS_DEFAULT}`).argParser(readPositive).conflicts('off'),
      )
      .addOption(new Option('--action <action>', `halt the rollout, or only warn${ACTION_DEFAULT}`).choices(GUARD_ACTIONS).conflicts('off'))
      .option('--off', 'remove the guard')
      .addHelpText(
        'after',
        '\nA guard that acted leaves the release alone until it is set again.' +
          '\n\nExamples:\n  diwan versions guard shop 43\n  diwan versions guard shop 43 --rate 0.01 --users 500 --action warn\n  diwan versions guard shop 43 --off',
      ),
    () => import('./rollouts/guard.ts'),
  );
}

function check(noun: Command, register: Register): void {
  register(
    noun
      .command('check <slug>')
      .description('show the update check that a client of this version receives')
      .addOption(new Option('--platform <platform>', 'the platform of the device').choices(DEVICE_PLATFORMS))
      .option('--current <version>', 'the version that the device runs')
      .option('--installation <id>', 'the installation, which decides whether a rollout includes it')
      .option('--os <version>', 'the version of the operating system')
      .addOption(new Option('--expect <status>', 'exit 1 for another status').choices(CHECK_STATUSES))
      .addHelpText(
        'after',
        '\nExamples:\n  diwan versions check shop --platform ios --current 2.0.0\n  diwan versions check shop --current 1.9.0 --expect update_required',
      ),
    () => import('./check.ts'),
  );
}
