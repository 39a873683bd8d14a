import { type Command, Option } from 'commander';
import type { On } from '../../program.ts';
import { PLATFORMS } from './platforms.ts';

export function apps(program: Command, on: On): void {
  const noun = program.command('apps').description('register mobile apps and change them');
  on(
    noun
      .command('list')
      .description('the apps that the API key reaches, by slug')
      .addHelpText('after', "\nExamples:\n  diwan apps list\n  diwan apps list --json | jq -r '.[].slug'"),
    () => import('./list.ts'),
  );
  on(
    noun
      .command('show <slug>')
      .description('one app, whole')
      .addHelpText('after', '\nExamples:\n  diwan apps show shop\n  diwan apps show shop --json | jq .currentVersionCode'),
    () => import('./show.ts'),
  );
  on(
    noun
      .command('create')
      .description('register an app; what is not given is asked for')
      .option('--slug <slug>', 'how the app is called in addresses; never changes')
      .option('--name <name>', 'how people know it')
      .addOption(platform())
      .option('--package-name <id>', 'its identifier in the stores, as com.example.shop')
      .option('--store-url <url>', 'where it is installed from')
      .addHelpText(
        'after',
        '\nExamples:\n  diwan apps create\n  diwan apps create --slug shop --name Shop --platform both --package-name com.example.shop',
      ),
    () => import('./create.ts'),
  );
  on(
    noun
      .command('update <slug>')
      .description('change an app; what is not given stays')
      .option('--name <name>', 'how people know it')
      .addOption(platform())
      .option('--package-name <id>', 'its identifier in the stores')
      .option('--store-url <url>', "where it is installed from; '' for nowhere")
      .addOption(new Option('--active', 'clients find it again').conflicts('inactive'))
      .option('--inactive', 'no client finds it any more')
      .option('--confirm <slug>', 'confirms --inactive without a question')
      .addHelpText('after', '\nExamples:\n  diwan apps update shop --name "The Shop"\n  diwan apps update shop --inactive --confirm shop'),
    () => import('./update.ts'),
  );
}

function platform(): Option {
  return new Option('--platform <platform>', 'where it runs').choices(PLATFORMS);
}
