import { type CommandModule, defineCommand } from '../../command.ts';
import { usageError } from '../../errors/errors.ts';
import type { Prompter } from '../../prompter.ts';
import type { Queue } from './items.ts';
import { TriageSession } from './session.ts';

/** The command that goes through these queues. `instead` says what to run without a terminal. */
export function triageOf(queues: readonly Queue[], instead: string): CommandModule {
  return defineCommand<Prompter>({
    async parse(_line, context) {
      const prompter = await context.prompter();
      if (prompter !== null && context.print.isTerminal) return prompter;
      throw usageError('triage needs a terminal, because it shows texts and asks for decisions.', `without a terminal, run ${instead}`);
    },
    async run(context, prompter) {
      const session = new TriageSession(context, prompter, queues);
      try {
        await session.run();
      } finally {
        // also printed after Ctrl-C and errors
        context.print.note(session.describeCounts());
      }
    },
  });
}
