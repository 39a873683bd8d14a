import type { Command } from 'commander';
import { listOf } from '../../options.ts';
import type { On } from '../../program.ts';
import { SCOPES } from './scopes.ts';

export function keys(program: Command, on: On): void {
  const noun = program.command('keys').description('API keys: who may manage apps, projects and operators');
  on(
    noun
      .command('list')
      .description('the keys that are not revoked, the newest first; the keys themselves are never shown again')
      .addHelpText('after', "\nExamples:\n  diwan keys list\n  diwan keys list --json | jq '.[] | select(.lastUsedAt == null)'"),
    () => import('./list.ts'),
  );
  on(
    noun
      .command('create')
      .description('issue a key and print it, this once; alone on stdout when that is no terminal')
      .option('--name <name>', 'what it is for; asked for when not given')
      .option('--scope <scopes>', `what it may do, with commas: ${SCOPES.join(', ')} (default: read)`, listOf(SCOPES))
      .option('--app <slugs>', 'only for these apps, with commas; without it for everything', listOf())
      .option('--expires <time>', 'how long, as 12h or 30d, or until when, as 2026-01-31T20:00:00Z; for good when not given')
      .addHelpText(
        'after',
        '\nExamples:\n  diwan keys create --name dashboard\n  diwan keys create --name ci --scope read,write --app shop --expires 90d > key.txt',
      ),
    () => import('./create.ts'),
  );
  on(
    noun
      .command('revoke <id>')
      .description('end a key: nothing that uses it works any more')
      .option('--yes', 'do not ask')
      .addHelpText('after', '\nExamples:\n  diwan keys revoke 3\n  diwan keys revoke 3 --yes'),
    () => import('./revoke.ts'),
  );
}
