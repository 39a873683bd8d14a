import type { Command } from 'commander';
import type { Register } from '../../command.ts';

export function version(program: Command, register: Register): void {
  register(
    program
      .command('version')
      .description('print the version of diwan')
      .addHelpText(
        'after',
        '\nExamples:\n  diwan version\n  diwan version --json\n\n`diwan doctor` compares it with the version of the server.',
      ),
    () => import('./show.ts'),
  );
}
