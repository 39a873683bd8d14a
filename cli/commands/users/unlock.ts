import { runBatch } from '../../batch.ts';
import { defineCommand } from '../../command.ts';
import { unwrap } from '../../http/client.ts';
import { readUserIds } from './fields.ts';

export default defineCommand<{ ids: string[] }>({
  parse: ({ args }) => ({ ids: readUserIds(args) }),
  async run(context, { ids }) {
    const api = await context.api();
    return runBatch(context, ids, {
      act: (id) => unwrap(api.POST('/api/v2/auth/admin/users/{id}/unlock', { params: { path: { id } } })),
      describe: (id) => `User ${id} is unlocked, and may be sent a code at once.`,
    });
  },
});
