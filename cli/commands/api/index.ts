import { type Command, Option } from 'commander';
import type { On } from '../../program.ts';

export function api(program: Command, on: On): void {
  on(
    program
      .command('api')
      .description('a raw call with the saved credentials: the body on stdout, the status on stderr')
      .argument('<method>', 'GET, POST, PUT or DELETE', (word) => word.toUpperCase())
      .argument('<path>', 'as /api/v1/admin/apps, with its query')
      .addOption(new Option('--data <json>', 'the body: JSON, @file, or - for what is piped in'))
      .addHelpText(
        'after',
        `
Which credentials are sent follows from the path: the API key for apps, keys and projects, the sign-in for everything else.

Examples:
  diwan api GET /api/v1/admin/apps | jq .
  diwan api PUT /api/v1/admin/apps/shop --data '{"name":"Shop"}'
  diwan api POST /api/v1/admin/apps --data @app.json --dry-run`,
      ),
    () => import('./call.ts'),
  );
}
