import { Argument, type Command } from 'commander';
import type { Register } from '../../command.ts';
import { PAGES } from './pages.ts';

export function open(program: Command, register: Register): void {
  register(
    program
      .command('open')
      .description('open a page of the server in the browser; without a terminal, only print its address')
      .addArgument(new Argument('[page]', 'the page').choices(PAGES).default('home'))
      .addHelpText(
        'after',
        '\nThe variable BROWSER names another program.\n\nExamples:\n  diwan open docs\n  diwan open --profile staging',
      ),
    () => import('./open-page.ts'),
  );
}
