import type { Command } from 'commander';
import type { Register } from '../../command.ts';
import { listOf, withLimit } from '../../options.ts';
import { SCOPES } from './scopes.ts';

const MEANING = `
read and write reach apps, releases, flags, maintenance, analytics, projects, test phones and keys. Beside one of them, feedback opens moderation
and statistics, and users the users. audit opens the audit log. operators manages operators; it needs read and write beside it, all projects,
and no --expires.
`;

export function keys(program: Command, register: Register): void {
  const noun = program
    .command('keys')
    .description('manage the API keys for apps, projects and operators')
    .addHelpText('after', '\nExamples:\n  diwan keys list\n  diwan keys create --name ci --scope read,write --expires 90d > key.txt');
  register(
    withLimit(
      noun.command('list').description('list the keys that are not revoked, newest first; the secret part is never shown again'),
    ).addHelpText('after', "\nExamples:\n  diwan keys list\n  diwan keys list --json | jq '.[] | select(.lastUsedAt == null)'"),
    () => import('./list.ts'),
  );
  register(
    noun
      .command('create')
      .description('create a key and print it once; a piped stdout contains nothing else')
      .option('--name <name>', 'the purpose of the key; diwan asks when it is missing')
      .option('--scope <scopes>', `the rights of the key, comma-separated: ${SCOPES.join(', ')}; see below (default: read)`, listOf(SCOPES))
      .option('--app <slugs>', 'restrict the key to these apps, comma-separated (default: all apps)', listOf())
      .option(
        '--all-projects',
        'for all projects, which an owner must ask for; without it an owner creates a key of the own project or of --project',
      )
      .option('--expires <time>', 'lifetime such as 12h or 30d, or end such as 2026-01-31T20:00:00Z (default: unlimited)')
      .addHelpText(
        'after',
        `${MEANING}\nExamples:\n  diwan keys create --name dashboard\n  diwan keys create --name ci --scope read,write --app shop --expires 90d > key.txt\n  diwan keys create --name moderation-bot --scope read,write,feedback`,
      ),
    () => import('./create.ts'),
  );
  register(
    noun
      .command('revoke <id>')
      .description('revoke a key: requests with it fail from now on')
      .option('-y, --yes', 'revoke without a question')
      .addHelpText('after', '\nExamples:\n  diwan keys revoke 3\n  diwan keys revoke 3 --yes'),
    () => import('./revoke.ts'),
  );
}
