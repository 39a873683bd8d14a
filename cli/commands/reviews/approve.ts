import { runBatch } from '../../batch.ts';
import { defineCommand } from '../../command.ts';
import { readIds } from '../../input/arguments.ts';
import { decide } from './decide.ts';

export default defineCommand<{ ids: number[] }>({
  parse: ({ args }) => ({ ids: readIds(args) }),
  run: (context, { ids }) =>
    runBatch(context, ids, { act: (id) => decide(context, id, { status: 'approved' }), describe: (id) => `Review ${id} approved.` }),
});
