import type { Command } from 'commander';
import type { Register } from '../../command.ts';

export function waiting(program: Command, register: Register): void {
  register(
    program
      .command('waiting')
      .description('show what waits for the people on duty: content, reports, halted releases, maintenance, stale flags and mails')
      .addHelpText('after', '\nExamples:\n  diwan waiting\n  diwan waiting --json | jq .reports.count'),
    () => import('./show.ts'),
  );
}
