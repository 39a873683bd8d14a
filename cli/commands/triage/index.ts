import type { Command } from 'commander';
import type { Register } from '../../command.ts';

export const TRIAGE_HELP =
  '\nOne key decides. A decision applies to the text on the screen: if its author changes it meanwhile, triage shows it again. `b` shows the one before,\n' +
  'and `u` takes the last decision back. A decision of another moderator is reported and never overwritten.';

export function triage(program: Command, register: Register): void {
  register(
    program
      .command('triage')
      .description('decide pending reviews, posts and comments and open reports on a terminal, one at a time')
      .addHelpText('after', `${TRIAGE_HELP}\n\nExamples:\n  diwan triage\n  diwan triage --project 12`),
    () => import('./triage.ts'),
  );
}
