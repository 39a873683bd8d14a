import { runBatch } from '../../batch.ts';
import { type CommandModule, defineCommand } from '../../command.ts';
import { unwrap } from '../../http/client.ts';
import { omitUndefined } from '../../input/arguments.ts';
import { readUserIds, type User } from './fields.ts';

/** The command that activates or suspends users. */
export function setUserStatus(status: Extract<User['status'], 'active' | 'suspended'>): CommandModule {
  return defineCommand<{ ids: string[]; reason: string | undefined }>({
    parse: ({ args, options }) => ({ ids: readUserIds(args), reason: options.text('reason') }),
    async run(context, { ids, reason }) {
      const body = { status, ...omitUndefined({ reason }) };
      const api = await context.api();
      return runBatch(context, ids, {
        act: (id) => unwrap(api.PUT('/api/v2/auth/admin/users/{id}', { params: { path: { id } }, body })),
        describe: (id) => `User ${id} is ${status}.`,
      });
    },
  });
}
