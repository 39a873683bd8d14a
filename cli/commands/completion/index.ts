import { Argument, type Command } from 'commander';
import type { On } from '../../program.ts';

export function completion(program: Command, on: On): void {
  on(
    program
      .command('completion')
      .description('a script that makes a shell complete commands, options, apps, flags and profiles')
      .addArgument(new Argument('<shell>', 'which shell').choices(['bash', 'zsh', 'fish']))
      .addHelpText(
        'after',
        `
Examples:
  source <(diwan completion bash)                                  in ~/.bashrc
  source <(diwan completion zsh)                                   in ~/.zshrc, below compinit
  diwan completion fish > ~/.config/fish/completions/diwan.fish`,
      ),
    () => import('./script.ts'),
  );
  // what the scripts ask
  on(program.command('__complete', { hidden: true }).argument('[words...]'), async () => {
    const { createCandidates } = await import('./candidates.ts');
    return { default: createCandidates(program) };
  });
}
