import { type Command, Option } from 'commander';
import type { Register } from '../../command.ts';

export function api(program: Command, register: Register): void {
  register(
    program
      .command('api')
      .description('send a request with the saved credentials: the body goes to stdout, the status to stderr')
      .argument('<method>', 'GET, POST, PUT or DELETE', (word) => word.toUpperCase())
      .argument('<path>', 'such as /api/v1/admin/apps, with its query')
      .addOption(new Option('--data <json>', 'the body: JSON, @file, or - for standard input'))
      .addHelpText(
        'after',
        `
The path decides which credentials are sent: the API key for apps, keys and projects, the access token for everything else.

Examples:
  diwan api GET /api/v1/admin/apps | jq .
  diwan api PUT /api/v1/admin/apps/shop --data '{"name":"Shop"}'
  diwan api POST /api/v1/admin/apps --data @app.json --dry-run`,
      ),
    () => import('./call.ts'),
  );
}
