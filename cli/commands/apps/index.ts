import { type Command, Option } from 'commander';
import type { Register } from '../../command.ts';
import { withLimit } from '../../options.ts';
import { PLATFORMS } from './platforms.ts';

export function apps(program: Command, register: Register): void {
  const noun = program
    .command('apps')
    .description('register and change mobile apps')
    .addHelpText('after', '\nExamples:\n  diwan apps list\n  diwan apps create\n  diwan apps show shop');
  register(
    withLimit(noun.command('list').description('list the apps that the API key has access to, by slug')).addHelpText(
      'after',
      "\nExamples:\n  diwan apps list\n  diwan apps list --json | jq -r '.[].slug'",
    ),
    () => import('./list.ts'),
  );
  register(
    noun
      .command('show <slug>')
      .description('show one app with all its fields')
      .addHelpText('after', '\nExamples:\n  diwan apps show shop\n  diwan apps show shop --json | jq .currentVersionCode'),
    () => import('./show.ts'),
  );
  register(
    noun
      .command('create')
      .description('register an app; diwan asks for missing values')
      .option('--slug <slug>', 'the name of the app in URLs; it never changes')
      .option('--name <name>', 'the display name')
      .addOption(platform())
      .option('--package-name <id>', 'the package identifier in the stores, such as com.example.shop')
      .option('--store-url <url>', 'the page that the app is installed from')
      .addHelpText(
        'after',
        '\nExamples:\n  diwan apps create\n  diwan apps create --slug shop --name Shop --platform both --package-name com.example.shop',
      ),
    () => import('./create.ts'),
  );
  register(
    noun
      .command('update <slug>')
      .description('change an app; options that are left out change nothing')
      .option('--name <name>', 'the display name')
      .addOption(platform())
      .option('--package-name <id>', 'the package identifier in the stores')
      .option('--store-url <url>', "the page that the app is installed from; '' removes it")
      .addOption(new Option('--active', 'make the app visible to clients again').conflicts('inactive'))
      .option('--inactive', 'hide the app from all clients')
      .option('--confirm <slug>', 'confirm --inactive without a question')
      .addHelpText('after', '\nExamples:\n  diwan apps update shop --name "The Shop"\n  diwan apps update shop --inactive --confirm shop'),
    () => import('./update.ts'),
  );
}

function platform(): Option {
  return new Option('--platform <platform>', 'the platforms that the app runs on').choices(PLATFORMS);
}
