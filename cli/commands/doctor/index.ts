import type { Command } from 'commander';
import type { On } from '../../program.ts';

export function doctor(program: Command, on: On): void {
  on(
    program
      .command('doctor')
      .description('look for what is wrong between here and the server; exit 1 when something is')
      .addHelpText('after', '\nExamples:\n  diwan doctor\n  diwan doctor --url https://api.example.com --json'),
    () => import('./examine.ts'),
  );
}
