import { type Command, Option } from 'commander';
import type { Register } from '../../command.ts';
import { listOf, readFactor, readPositive, readWhole, withLimit } from '../../options.ts';
import { CONTENT_WRITERS, ERASED_CONTENT, GUARD_MODES, LOGIN_METHODS, ONE_PER_AUTHOR, RESETS } from './fields.ts';

export function projects(program: Command, register: Register): void {
  const noun = program
    .command('projects')
    .description('create projects and change their settings')
    .addHelpText(
      'after',
      '\nExamples:\n  diwan projects list\n  diwan projects create --name "Second market"\n  diwan projects set 11 --registration off',
    );
  register(
    withLimit(noun.command('list').description('list all projects, by id')).addHelpText(
      'after',
      "\nExamples:\n  diwan projects list\n  diwan projects list --json | jq -r '.[].name'",
    ),
    () => import('./list.ts'),
  );
  register(
    noun
      .command('show <id>')
      .description('show one project with its settings')
      .addHelpText('after', '\nExamples:\n  diwan projects show 11\n  diwan projects show 11 --json | jq .settings.otp'),
    () => import('./show.ts'),
  );
  register(
    noun
      .command('create')
      .description('create a project; diwan asks for a missing name')
      .option('--name <name>', 'the display name')
      .option('--id <id>', 'the id (default: the next free one)', readPositive)
      .addHelpText('after', '\nExamples:\n  diwan projects create --name "Second market"\n  diwan projects create --name Trial --id 900'),
    () => import('./create.ts'),
  );
  set(noun, register);
}

function set(noun: Command, register: Register): void {
  register(
    noun
      .command('set <id>')
      .description('change a project; options that are left out change nothing, lists are replaced')
      .option('--name <name>', 'the display name')
      .addOption(new Option('--active', 'accept requests of its users again').conflicts('inactive'))
      .option('--inactive', 'refuse all requests of its users')
      .option('--confirm <id>', 'confirm --inactive without a question')
      .addOption(new Option('--registration <on|off>', 'whether new users may register').choices(['on', 'off']))
      .option('--login-methods <methods>', `the login methods, comma-separated: ${LOGIN_METHODS.join(', ')}`, listOf(LOGIN_METHODS))
      .addOption(new Option('--content-writers <who>', 'the people who may write roadmap and changelog').choices(CONTENT_WRITERS))
      .option(
        '--one-per-author <types>',
        'item types with one review per item and author, comma-separated, or none',
        listOf(ONE_PER_AUTHOR),
      )
      .option('--auto-hide-reports <users>', 'number of users whose reports hide content; 0 for never', readWhole)
      .option(
        '--blocked-words <words>',
        'content with one of these words waits for a moderator, comma-separated; word* is a beginning',
        listOf(),
      )
      .option('--languages <codes>', 'the languages for users, such as en,ar', listOf())
      .addOption(new Option('--require-totp <on|off>', 'whether operators must set up a second factor').choices(['on', 'off']))
      .option('--deletion-days <days>', 'days in which a user can restore a deleted account, 0 to 30', readWhole)
      .addOption(new Option('--erased-content <what>', 'what happens to the texts of an erased user').choices(ERASED_CONTENT))
      .option('--otp-length <digits>', 'digits of a one-time password, 4 to 10', readPositive)
      .option('--otp-ttl <seconds>', 'lifetime of a one-time password', readPositive)
      .addOption(
        new Option('--otp-guard <mode>', 'whether codes that nearly no one uses are refused, or only counted').choices(GUARD_MODES),
      )
      .option('--otp-guard-scale <factor>', 'multiplies what the guard allows, 0.1 to 1000', readFactor)
      .option('--otp-cap <messages>', 'the most messages with codes in a day of UTC', readPositive)
      .option('--sms-android-hash <hash>', 'the hash of the Android app, the last line of an SMS (SMS Retriever)')
      .option('--sms-web-domain <host>', 'the host of the web page for which browsers fill the code in (WebOTP)')
      .option('--phone-countries <codes>', 'the only countries whose phones may get codes, such as SA,AE', listOf())
      .option('--blocked-countries <codes>', 'countries whose phones never get codes', listOf())
      .option('--notices-to <emails>', 'the addresses that get mails about what waits for the team, comma-separated, or none', listOf())
      .option('--reset <settings>', `return to the default of the server: ${RESETS.join(', ')}`, listOf(RESETS))
      .addHelpText(
        'after',
        '\nExamples:\n  diwan projects set 11 --registration off\n  diwan projects set 12 --otp-length 4 --languages en,ar,fr\n  diwan projects set 11 --phone-countries SA,AE --otp-cap 5000\n  diwan projects set 11 --notices-to duty@example.com,lead@example.com\n  diwan projects set 12 --inactive --confirm 12',
      ),
    () => import('./set.ts'),
  );
}
