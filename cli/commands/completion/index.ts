import { Argument, type Command } from 'commander';
import type { Register } from '../../command.ts';

export function completion(program: Command, register: Register): void {
  register(
    program
      .command('completion')
      .description('print a script that completes commands, options, apps, flags and profiles in a shell')
      .addArgument(new Argument('<shell>', 'the shell').choices(['bash', 'zsh', 'fish']))
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
  // the scripts call this command
  register(program.command('__complete', { hidden: true }).argument('[words...]'), async () => {
    const { createCandidates } = await import('./candidates.ts');
    return { default: createCandidates(program) };
  });
}
