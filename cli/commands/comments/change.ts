import { runBatch } from '../../batch.ts';
import { defineCommand } from '../../command.ts';
import { readIds } from '../../input/arguments.ts';
import { type Comment, setState } from './fields.ts';

interface ChangeOptions {
  readonly ids: number[];
  readonly reason: string | undefined;
}

/** The command that gives comments this state. */
export function changeTo(status: Comment['moderation']) {
  return defineCommand<ChangeOptions>({
    parse: ({ args, options }) => ({ ids: readIds(args), reason: options.text('reason') }),
    run: (context, { ids, reason }) =>
      runBatch(context, ids, { act: (id) => setState(context, id, { status, reason }), describe: (id) => `Comment ${id} is ${status}.` }),
  });
}
