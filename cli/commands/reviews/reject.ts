import { runBatch } from '../../batch.ts';
import { defineCommand } from '../../command.ts';
import { readIds } from '../../input/arguments.ts';
import { decide } from './decide.ts';

interface RejectOptions {
  readonly ids: number[];
  readonly reason: string | undefined;
}

export default defineCommand<RejectOptions>({
  parse: ({ args, options }) => ({ ids: readIds(args), reason: options.text('reason') }),
  run: (context, { ids, reason }) =>
    runBatch(context, ids, {
      act: (id) => decide(context, id, { status: 'rejected', reason }),
      describe: (id) => `Review ${id} rejected.`,
    }),
});
