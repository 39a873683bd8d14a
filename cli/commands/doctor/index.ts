import type { Command } from 'commander';
import type { Register } from '../../command.ts';

export function doctor(program: Command, register: Register): void {
  register(
    program
      .command('doctor')
      .description('check the settings, the connection and the server; exit 1 when a check fails')
      .addHelpText('after', '\nExamples:\n  diwan doctor\n  diwan doctor --url https://api.example.com --json'),
    () => import('./run-checks.ts'),
  );
}
