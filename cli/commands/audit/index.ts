import { type Command, Option } from 'commander';
import type { Register } from '../../command.ts';
import { readPositive } from '../../options.ts';

const DEFAULT_LIMIT = 20;
const EXAMPLES = `
Examples:
  diwan audit --actor operator:1 --since 2d
  diwan audit --subject app:shop --target flag:checkout --all
  diwan audit --action login.failed --follow
  diwan audit --since 2026-01-01T00:00:00Z --csv > audit.csv`;

export function audit(program: Command, register: Register): void {
  register(
    program
      .command('audit')
      .description('show who changed what, newest first, with the values before and after')
      .option('--actor <actor>', 'only acts of this actor: operator:1, key:dk_ab12cd34, user:<id>, system:<name>')
      .option('--action <action>', 'only this action, such as version.published')
      .option('--subject <subject>', 'only acts on this subject, such as app:shop with its versions and flags')
      .option('--target <target>', 'only acts on this part of a subject, such as flag:checkout')
      .option('--search <words>', 'only acts that contain all of these words')
      .option('--since <time>', 'only acts at this time or later: 30m, 2h, 2d ago, or 2026-01-31T20:00:00Z')
      .option('--until <time>', 'only acts before this time, given in the same way')
      .option('-L, --limit <n>', 'number of rows in all; more than 100 are read in several requests', readPositive, DEFAULT_LIMIT)
      .addOption(new Option('--all', 'every row').conflicts('limit'))
      .addOption(new Option('--csv', 'every row as the CSV of the server, which may be long').conflicts(['limit', 'all', 'follow']))
      .addOption(new Option('--follow', 'print new rows as they come, oldest first, until Ctrl-C').conflicts(['all', 'until']))
      .addHelpText('after', EXAMPLES),
    () => import('./show.ts'),
  );
}
